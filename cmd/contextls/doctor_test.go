package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// patient is a project in the home directory of a user whose name nobody has by chance.
func patient(t *testing.T) (home, dir string) {
	t.Helper()
	home = filepath.Join(t.TempDir(), "annabel")
	dir = filepath.Join(home, "src", "shop")
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(shop(t), dir); err != nil {
		t.Fatal(err)
	}
	return home, dir
}

// examine is what the doctor says of a project, and its exit code.
func examine(t *testing.T, home, dir string, environment ...string) (report string, code int) {
	t.Helper()
	return athome(t, home, environment, "doctor", dir)
}

// athome is what a command of somebody's says, and its exit code.
func athome(t *testing.T, home string, environment []string, args ...string) (printed string, code int) {
	t.Helper()
	cmd := contextls(t, home, args...)
	for _, name := range []string{"HOME", "USERPROFILE", "AppData", "LocalAppData"} {
		cmd.Env = append(cmd.Env, name+"="+home)
	}
	cmd.Env = append(append(cmd.Env, "USER=annabel", "LOGNAME=annabel", "USERNAME=annabel", "XDG_STATE_HOME=", "XDG_CONFIG_HOME="), environment...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func TestDoctor(t *testing.T) {
	home, dir := patient(t)
	write(t, filepath.Join(dir, ".contextls.toml"), "tokenBudget = 4000\nignore = [\"app.py\"]\n")
	out, code := examine(t, home, dir, "CONTEXTLS_MIN_RELEVANCE=0.5")
	if code != exitOK {
		t.Errorf("exit code %d", code)
	}
	contains(t, squeezed(out), "Nothing is wrong.\n", "contextls  "+release, "git version", "~", "tokenBudget  4000  # .contextls.toml", "ignore  1 values  # ", "minRelevance  0.5  # environment",
		"state  none, commands and editors' servers work by themselves: the daemon is turned off", "started and parsed in", "state  ready", "python 3", "unresolved", "left out  ", "secret 1")
	private(t, out, home)
}

// private fails the test where a report tells of the user, the workspace or its secrets.
func private(t *testing.T, report, home string) {
	t.Helper()
	for _, secret := range []string{home, "annabel", "shop", "cart", "price", "app.py", ".env", "hunter2"} {
		if strings.Contains(strings.ToLower(report), strings.ToLower(secret)) {
			t.Errorf("%q is in the report:\n%s", secret, report)
		}
	}
}

// What is broken is told first, and tells no more than has to be known.
func TestDoctorFindsWhatIsBroken(t *testing.T) {
	home, dir := patient(t)
	file := filepath.Join(home, "file")
	write(t, file, "")
	for name, tt := range map[string]struct {
		environment []string
		settings    string
		dir         string
		want        string
	}{
		"no git":             {environment: []string{"PATH=" + t.TempDir()}, want: "git is not on the PATH"},
		"a state directory":  {environment: []string{"XDG_STATE_HOME=" + file, "LocalAppData=" + file}, want: "state directory: "},
		"a setting":          {settings: "commands.run_tests = [\"hunter2\"]\ntokenBudget = \"hunter2\"\n", want: "setting .contextls.toml: "},
		"a variable":         {environment: []string{"CONTEXTLS_TOKEN_BUDGET=hunter2"}, want: "setting environment: tokenBudget: … is not"},
		"a file of settings": {settings: "hunter2 = = \"hunter2\"", want: "setting .contextls.toml: "},
		"no folder":          {dir: filepath.Join(dir, "price"), want: "the folder: "},
	} {
		t.Run(name, func(t *testing.T) {
			write(t, filepath.Join(dir, ".contextls.toml"), tt.settings)
			looked := dir
			if tt.dir != "" {
				looked = tt.dir
			}
			out, code := examine(t, home, looked, tt.environment...)
			if code != exitFailed || !strings.HasPrefix(out, "contextls doctor\n\nWrong:\n  - ") {
				t.Errorf("exit code %d:\n%s", code, out)
			}
			contains(t, out, tt.want, "Program\n", "Folder\n")
			private(t, out, home)
		})
	}
}

func TestAnonymous(t *testing.T) {
	a := &anonymous{root: "/home/annabel/src/my shop", home: []string{"/home/annabel"}, user: []string{"annabel", ""}}
	for text, want := range map[string]string{
		"open /home/annabel/src/my shop/cart.py: permission denied":                                           "open …: permission denied",
		"git rev-parse: exit status 128: fatal: detected dubious ownership in repository at '/x/y z'\nTo add": "git rev-parse: exit status 128: fatal: detected dubious ownership in repository at …",
		`tokenBudget: "cart" is not a whole number`:                                                           "tokenBudget: … is not a whole number",
		"directories looked at every 3s instead of watched: 4 (the limit is reached)":                         "directories looked at every 3s instead of watched: 4 (the limit is reached)",
		"it can't, and doesn't": "it can't, and doesn't",
		"no such user: Annabel": "no such user: USER",
	} {
		if got := a.text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	if filepath.Separator == '/' {
		for path, want := range map[string]string{
			"/home/annabel": "~", "/home/annabel/.config/x": "~/.config/x", "/data/Annabel/x": "/data/USER/x", "/home/annabelle/x": "/home/annabelle/x",
		} {
			if got := a.path(path); got != want {
				t.Errorf("%q became %q, want %q", path, got, want)
			}
		}
	}
}
