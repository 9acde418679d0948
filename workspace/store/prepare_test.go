package store_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// put sends a request to OpenSearch itself.
func put(t *testing.T, url, body string) {
	t.Helper()
	req, _ := http.NewRequest(http.MethodPut, url, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", url, resp.Status)
	}
}

func TestPrepareRefusesOthersIndices(t *testing.T) {
	const name = "/%-definitions-v2"
	for _, c := range []struct {
		name, path, body string
		want             error
	}{
		{"nothing", "", "", store.ErrEmpty},
		{"somebody's index", name, `{"aliases": {"%-definitions": {}}, "mappings": {"properties": {"name": {"type": "text"}}}}`, store.ErrForeign},
		{"somebody's index in the alias' place", "/%-definitions", `{}`, store.ErrForeign},
		{"another kind", name, `{"aliases": {"%-definitions": {}}, "mappings": {"_meta": {"contextls": {"schema": 2, "kind": "uses"}}}}`, store.ErrForeign},
		{"another version", name, `{"aliases": {"%-definitions": {}}, "mappings": {"_meta": {"contextls": {"schema": 999, "kind": "definitions"}}}}`, store.ErrSchema},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := storetest.Config(t)
			fill := func(s string) string { return strings.ReplaceAll(s, "%", config.Prefix) }
			if c.path != "" {
				put(t, config.URL+fill(c.path), fill(c.body))
				t.Cleanup(func() {
					req, _ := http.NewRequest(http.MethodDelete, config.URL+fill(c.path), nil)
					if resp, err := http.DefaultClient.Do(req); err == nil {
						resp.Body.Close()
					}
				})
			}
			client, err := store.Open(config)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			if err := client.Check(t.Context()); !errors.Is(err, c.want) {
				t.Errorf("Check: %v, want %v", err, c.want)
			}
			if err := client.Prepare(t.Context(), 1); c.want != store.ErrEmpty && !errors.Is(err, c.want) || c.want == store.ErrEmpty && err != nil {
				t.Errorf("Prepare: %v, want %v", err, c.want)
			}
		})
	}
}

func TestPrepareTwiceAtOnce(t *testing.T) {
	config := storetest.Config(t)
	done := make(chan error)
	for range 2 {
		go func() {
			client, err := store.Open(config)
			if err == nil {
				defer client.Close()
				err = client.Prepare(t.Context(), 1)
			}
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
