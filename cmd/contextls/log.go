package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/pflag"
)

// logFlags say where to log, and from which level on.
type logFlags struct {
	to    string // a file; or a level, which was all that could be said once
	level string
}

func addLogFlags(flags *pflag.FlagSet) *logFlags {
	l := &logFlags{}
	flags.StringVar(&l.to, "log", "", "log to this `FILE`; or, a level (debug, info, warn, error): to standard error from that on")
	flags.StringVar(&l.level, "log-level", "", "log from this `LEVEL` on: debug, info, warn or error (default: info to a file, warn to standard error)")
	return l
}

// given reports whether the command line says anything of a log.
func (l *logFlags) given() bool { return l.to != "" || l.level != "" }

// errLogLevel is what is wrong with a level.
var errLogLevel = errors.New("it is not one of debug, info, warn, error")

// open opens the log. A file is appended to, or made for this user alone.
func (l *logFlags) open() (log *slog.Logger, end func() error, err error) {
	level, to := slog.LevelWarn, l.to
	if to != "" {
		if level.UnmarshalText([]byte(to)) == nil {
			to = ""
		} else {
			level = slog.LevelInfo
		}
	}
	if l.level != "" && level.UnmarshalText([]byte(l.level)) != nil {
		return nil, nil, fmt.Errorf("--log-level=%s: %w", l.level, errLogLevel)
	}
	var out io.WriteCloser = os.Stderr
	end = func() error { return nil }
	if to != "" {
		if out, err = os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
			return nil, nil, fmt.Errorf("--log: %w", err)
		}
		end = out.Close
	}
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: level})), end, nil
}
