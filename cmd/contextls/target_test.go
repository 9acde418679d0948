package main

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestTargets names targets as people do: as files, by line, and by what they define.
func TestTargets(t *testing.T) {
	dir := shop(t)
	write(t, filepath.Join(dir, "long.py"), "def first():\n    return 1\n"+strings.Repeat("\nLINE = 'a line of a long file that does not fit'\n", 200)+
		"\ndef wanted():\n    return 'this is it'\n\nclass Till:\n    def wanted(self):\n        return 'a method'\n")
	for _, tt := range []struct {
		args []string
		want string // an error where it begins with an exclamation mark
	}{
		{[]string{"pack", "--target", "long.py:404"}, "this is it"},
		{[]string{"pack", "--target", "long.py:404:5"}, "this is it"},
		{[]string{"pack", "--target", "long.py:403-405"}, "this is it"},
		{[]string{"pack", "--target", "long.py:wanted"}, "this is it"},
		{[]string{"pack", "--target", "long.py:Till.wanted"}, "a method"},
		{[]string{"pack", "--target", filepath.Join(dir, "long.py:Till::wanted")}, "a method"},
		{[]string{"rank", "--target", "store/cart.py:total"}, "1.000  store/cart.py  (is a target)"},
		{[]string{"map", "--target", "store/cart.py:Cart.add"}, "store/cart.py:"},
		{[]string{"pack", "--new", "store/tax.py"}, "does not exist yet"},
		{[]string{"pack", "--target", "long.py:wnated"}, `!--target: long.py defines no "wnated"; the nearest of its names: wanted, Till.wanted, `},
		{[]string{"pack", "--target", "long.py:410"}, "!--target: long.py: line 410 is behind the last one, 409"},
		{[]string{"rank", "--target", "store/cart.py:Cart.ad"}, `!--target: store/cart.py defines no "Cart.ad"; the nearest of its names: Cart.add, `},
		{[]string{"map", "--target", "store/crat.py"}, "!--target: store/crat.py does not exist; the nearest is store/cart.py; "},
		{[]string{"pack", "--target", "cart.py:3"}, "!--target: cart.py does not exist; the nearest is store/cart.py; "},
		{[]string{"pack", "--target", ".env:1"}, "!--target: .env is left out: secret"},
		{[]string{"pack", "--target", "store:1"}, `!--target: "`},
		{[]string{"pack", "--new", "app.py"}, "!--new: app.py exists; name it with --target"},
	} {
		cmd := contextls(t, dir, append(tt.args, ".")...)
		if tt.args[0] == "pack" {
			cmd.Args = append(cmd.Args, "--tokens", "600", "--no-map")
		}
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if want, fails := strings.CutPrefix(tt.want, "!"); fails != (err != nil) || fails && !strings.Contains(stderr.String(), want) {
			t.Errorf("%v: %v %s, want %s", tt.args, err, stderr.String(), tt.want)
		} else if !fails {
			contains(t, string(out), want)
		}
	}
}

// A file with a colon in its name is that file, not a part of another.
func TestTargetWithColon(t *testing.T) {
	if runtime.GOOS == "windows" { // which has no such names
		return
	}
	dir := shop(t)
	write(t, filepath.Join(dir, "app.py:2"), "a file of its own\n")
	out, err := contextls(t, dir, "pack", "--target", "app.py:2", "--no-auto-discover", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	contains(t, string(out), "a file of its own")
}
