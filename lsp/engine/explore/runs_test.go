package explore

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestRunsAreCapped(t *testing.T) {
	r := &Runs{dir: t.TempDir()}
	for i := range maxRuns + 5 {
		if err := r.add("/w", Run{Task: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if all := r.read("/w"); len(all) != maxRuns || all[0].Task != "5" || all[maxRuns-1].Task != fmt.Sprint(maxRuns+4) {
		t.Errorf("%d runs: %+v", len(all), all)
	}
	for i := range 8 {
		if err := r.add("/w", Run{Task: strings.Repeat("x", 60_000), Tokens: i}); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(r.path("/w"))
	if all := r.read("/w"); err != nil || info.Size() > maxRunBytes || len(all) == 0 || all[len(all)-1].Tokens != 7 {
		t.Errorf("%v, %v, %d runs", info, err, len(all))
	}
	if all := r.read("/other"); all != nil {
		t.Errorf("another workspace has %+v", all)
	}
}

// A file that is broken, of another version or another workspace's counts as none, and is replaced.
func TestBrokenRuns(t *testing.T) {
	r := &Runs{dir: filepath.Join(t.TempDir(), "runs")}
	for _, text := range []string{"", "{", `{"version":1,"root":"/w","runs":7}`, `{"version":2,"root":"/w","runs":[{"task":"a"}]}`,
		`{"version":1,"root":"/x","runs":[{"task":"a"}]}`, strings.Repeat(" ", 3*maxRunBytes)} {
		write(t, r.path("/w"), text)
		if all := r.read("/w"); all != nil {
			t.Errorf("%.50q: %+v", text, all)
		}
		if err := r.add("/w", Run{Task: "new", Time: time.Unix(1, 0)}); err != nil {
			t.Error(err)
		}
		if all := r.read("/w"); len(all) != 1 || all[0].Task != "new" || !all[0].Time.Equal(time.Unix(1, 0)) {
			t.Errorf("%.50q: afterwards %+v", text, all)
		}
	}
	write(t, filepath.Join(r.dir, "file"), "")
	blocked := &Runs{dir: filepath.Join(r.dir, "file")}
	if err := blocked.add("/w", Run{}); err == nil {
		t.Error("no error where nothing can be written")
	}
}

// Two servers share a directory: whatever happens, nobody reads half a file, and nothing is left over.
func TestRunsOfTwoServers(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for server := range 2 {
		r := &Runs{dir: dir}
		wait.Go(func() {
			for range 20 {
				if err := r.add("/w", Run{Task: fmt.Sprint(server)}); err != nil {
					t.Error(err)
				}
				if len(r.read("/w")) == 0 {
					t.Error("half a file was read")
				}
			}
		})
	}
	wait.Wait()
	if entries, err := os.ReadDir(dir); len(entries) != 1 || err != nil {
		t.Errorf("%v, %v", entries, err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
