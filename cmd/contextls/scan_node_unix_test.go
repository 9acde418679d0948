//go:build unix

package main

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/contextls/contextls/workspace/store/storetest"
)

// A scan whose store dies in its middle ends with an error that says so, others' questions are answered without the store, and when it
// is back it has what it had; the next scan makes it what a fresh one would.
func TestNodeDiesInCommand(t *testing.T) {
	config, n := storetest.Config(t), storetest.OwnNode(t)
	proxy := storetest.NewProxy(t, config)
	dir, other := shop(t), filepath.Join(t.TempDir(), "other")
	write(t, filepath.Join(other, "mug.py"), "def price_of_mug():\n    return 3\n")
	run := func(in string, args ...string) (out, errs string, code int) {
		cmd := contextls(t, in, args...)
		patient := exec.Command(cmd.Path, cmd.Args[1:]...)
		patient.Dir, patient.Env = in, append(cmd.Env, "CONTEXTLS_STORE_PREFIX="+config.Prefix, "CONTEXTLS_STORE_URL="+config.URL, "CONTEXTLS_STORE_TIMEOUT_MS=60000")
		var printed, complained strings.Builder
		patient.Stdout, patient.Stderr = &printed, &complained
		var exit *exec.ExitError
		if err := patient.Run(); errors.As(err, &exit) {
			code = exit.ExitCode()
		} else if err != nil {
			t.Error(err)
		}
		return printed.String(), complained.String(), code
	}
	scan := []string{"scan", "--store", proxy.URL, "--repository", "team/shop"}
	if out, errs, code := run(dir, scan...); code != exitOK {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	write(t, filepath.Join(dir, "store/price.py"), "def cost(item):\n    return item.price\n")
	write(t, filepath.Join(dir, "store/parcel.py"), "def parcel(item):\n    return [item]\n")
	if err := os.Remove(filepath.Join(dir, "app.py")); err != nil {
		t.Fatal(err)
	}

	var once sync.Once
	killed := make(chan struct{})
	proxy.Harm(func(_ http.ResponseWriter, r *http.Request, _ int) bool {
		if strings.HasSuffix(r.URL.Path, "/_bulk") {
			once.Do(func() {
				n.Kill(t)
				close(killed)
			})
		}
		return false
	})
	type ended struct {
		out, errs string
		code      int
	}
	scanned := make(chan ended, 1)
	go func() {
		out, errs, code := run(dir, scan...)
		scanned <- ended{out, errs, code}
	}()
	select {
	case <-killed:
	case e := <-scanned:
		t.Fatalf("the scan sends nothing: %+v", e)
	}
	query := []string{"query", "price of item", "--repositories", "*"}
	if out, errs, code := run(other, query...); code != exitOK || out != "mug.py:1 def price_of_mug()\n" || !strings.Contains(errs, "contextls: degraded: the store does not answer: ") {
		t.Errorf("a question meanwhile: exit code %d, %q, %q", code, out, errs)
	}
	if e := <-scanned; e.code != exitFailed || !strings.Contains(e.errs, " does not answer: ") || !strings.Contains(e.errs, "(tried for ") || e.out != "" {
		t.Errorf("the scan: %+v", e)
	}

	proxy.Harm(nil)
	n.Start(t)
	if out, errs, _ := run(other, query...); !strings.Contains(out, "[team/shop] store/price.py:1 def price(item)\n") || strings.Contains(out, "def cost(") || errs != "" {
		t.Errorf("what was there before: %q, %q", out, errs)
	}
	for {
		out, errs, code := run(dir, scan...)
		if code == exitOK {
			break
		}
		if !strings.Contains(errs, "another scan of team/shop is running") {
			t.Fatalf("the next scan: exit code %d: %s%s", code, out, errs)
		}
		time.Sleep(time.Second)
	}
	if out, errs, _ := run(dir, append(scan, "--dry-run")...); !strings.Contains(out, "team/shop: 0 documents would be sent ") || !strings.Contains(out, " 0 deleted; ") {
		t.Errorf("it is not what a fresh scan gives: %s%s", out, errs)
	}
	if out, errs, _ := run(other, query...); !strings.Contains(out, "[team/shop] store/price.py:1 def cost(item)\n") || strings.Contains(out, "def price(item)") || errs != "" {
		t.Errorf("what is there after: %q, %q", out, errs)
	}
}
