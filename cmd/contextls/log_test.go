package main

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func TestLogFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.log")
	for _, tt := range []struct {
		args  string
		level slog.Level // the lowest that is logged
		file  bool
	}{
		{"", slog.LevelWarn, false},
		{"--log=debug", slog.LevelDebug, false},
		{"--log=INFO", slog.LevelInfo, false},
		{"--log=" + file, slog.LevelInfo, true},
		{"--log-level=info", slog.LevelInfo, false},
		{"--log=" + file + " --log-level=debug", slog.LevelDebug, true},
		{"--log=error --log-level=debug", slog.LevelDebug, false},
	} {
		flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
		l := addLogFlags(flags)
		if err := flags.Parse(strings.Fields(tt.args)); err != nil {
			t.Fatal(err)
		}
		log, end, err := l.open()
		if err != nil {
			t.Fatalf("%s: %v", tt.args, err)
		}
		if !log.Enabled(t.Context(), tt.level) || log.Enabled(t.Context(), tt.level-1) {
			t.Errorf("%s does not log from %v on", tt.args, tt.level)
		}
		if tt.file {
			log.Error(tt.args)
		}
		if err := end(); err != nil {
			t.Error(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), "\n") != 2 {
		t.Errorf("%v: the file is not appended to: %q", err, text)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v: others can read the log: %v", err, info.Mode())
	}
}

func TestWrongLogFlags(t *testing.T) {
	for args, want := range map[string]string{
		"--log-level=loud": "not one of debug",
		"--log=" + filepath.Join(t.TempDir(), "nowhere", "a.log"): "--log: open",
	} {
		flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
		flags.SetOutput(io.Discard)
		l := addLogFlags(flags)
		if err := flags.Parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := l.open(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
