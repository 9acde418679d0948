package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// teaStore is a store in which one repository defines something and uses what another defines.
func teaStore(t *testing.T) *storetest.Fake {
	f := storetest.NewFake(t)
	place := store.Place{Repository: "team/tea", Life: store.Life{From: 1}, Path: "tea/pot.py"}
	f.Put(store.Repositories, store.Repository{Name: "team/tea", Schema: store.Schema, Generation: 1, Last: 1})
	f.Put(store.Definitions, store.Definition{Place: place, Language: "python", Kind: "function", Name: "pour", Signature: "def pour(cup)", Line: 6, End: 9})
	f.Put(store.Uses, store.Use{Place: place, Language: "python", Package: store.Package{Ecosystem: "pypi", Name: "shop"}, Module: "store.price", Name: "price", Count: 2, Lines: []int{4, 8}, In: "pour"})
	return f
}

// The shell asks other repositories where it is told to, and says where they are.
func TestRepositories(t *testing.T) {
	f := teaStore(t)
	dir := shop(t)
	write(t, dir+"/pyproject.toml", "[project]\nname = \"shop\"\n")
	ask := func(args ...string) (out, errs string) {
		cmd := contextls(t, dir, args...)
		cmd.Env = append(cmd.Env, "CONTEXTLS_STORE_URL="+f.URL, "CONTEXTLS_STORE_TIMEOUT_MS=60000")
		var printed, complained strings.Builder
		cmd.Stdout, cmd.Stderr = &printed, &complained
		if err := cmd.Run(); err != nil {
			t.Fatal(err, complained.String())
		}
		return printed.String(), complained.String()
	}
	if out, errs := ask("query", "pour", "--repositories", "*"); out != "[team/tea] tea/pot.py:7 def pour(cup)\n" || errs != "" {
		t.Errorf("a query: %q, %q", out, errs)
	}
	if out, errs := ask("impact", "store/price.py:price", "--repositories=team/*,x"); !strings.HasSuffix(out, "Uses in other repositories (1)\n  [team/tea] tea/pot.py:5 pour uses price 2 times\n") || errs != "" {
		t.Errorf("impact: %q, %q", out, errs)
	}
	f.Fail(func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true })
	if out, errs := ask("query", "price", "--tier=0", "--limit=1", "--repositories", "*"); out != "store/price.py:1 def price(item)\n" || !strings.Contains(errs, "contextls: degraded: the store does not answer: ") {
		t.Errorf("of a broken store: %q, %q", out, errs)
	}
}

// The doctor says whether the store answers, and not where it is.
func TestDoctorAsksTheStore(t *testing.T) {
	home, dir := patient(t)
	f := teaStore(t)
	host := strings.TrimPrefix(f.URL, "http://")
	out, code := examine(t, home, dir, "CONTEXTLS_STORE_URL="+f.URL, "CONTEXTLS_STORE_TIMEOUT_MS=60000")
	contains(t, squeezed(out), "Nothing is wrong.\n", "Store\n", "answers  in", "version  2.19.1", "repositories  1")
	if code != exitOK || strings.Contains(out, host) {
		t.Errorf("exit code %d\n%s", code, out)
	}
	f.Fail(func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(http.StatusUnauthorized); return true })
	out, code = examine(t, home, dir, "CONTEXTLS_STORE_URL="+f.URL, "CONTEXTLS_STORE_PASSWORD=hunter2")
	if code == exitOK || !strings.Contains(out, "the store cannot be asked: a password is given, but no user") || strings.Contains(out, host) {
		t.Errorf("exit code %d\n%s", code, out)
	}
	out, code = examine(t, home, dir, "CONTEXTLS_STORE_URL="+f.URL, "CONTEXTLS_STORE_API_KEY=hunter2")
	if code == exitOK || !strings.Contains(out, "the store does not answer: STORE does not let us in") || strings.Contains(out, host) {
		t.Errorf("exit code %d\n%s", code, out)
	}
	private(t, out, home)
}
