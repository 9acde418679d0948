package storetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"testing"

	"github.com/contextls/contextls/workspace/store"
)

// Env names the address of the OpenSearch that tests may use.
const Env = "TEST_OPENSEARCH_URL"

// Config is a store that nobody else uses. Its indices are deleted when the test ends.
func Config(t testing.TB) store.Config {
	t.Helper()
	address := os.Getenv(Env)
	if address == "" {
		t.Skip("it needs an OpenSearch: " + Env + "=$(.ci/opensearch start DIR)")
	}
	c := store.Config{URL: address, Prefix: fmt.Sprintf("test-%016x", rand.Uint64())}
	t.Cleanup(func() {
		for _, kind := range []string{"definitions", "files", "packages", "uses", "repositories"} {
			req, _ := http.NewRequest(http.MethodDelete, fmt.Sprintf("%s/%s-%s-v%d?ignore_unavailable=true", address, c.Prefix, kind, store.Schema), nil)
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Errorf("the test's indices are left: %v", err)
				return
			}
			resp.Body.Close()
		}
	})
	return c
}

// Open is a client of a store that nobody else uses, with all its indices.
func Open(t testing.TB) *store.Client {
	t.Helper()
	c, err := store.Open(Config(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.Prepare(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	return c
}

// Put writes documents of a kind and of one repository, and waits until they are found.
func Put(t testing.TB, c store.Config, kind store.Kind, repository string, documents ...any) {
	t.Helper()
	var body bytes.Buffer
	for _, d := range documents {
		fmt.Fprintf(&body, "{\"index\": {\"_index\": \"%s-%s\", \"routing\": %q}}\n", c.Prefix, kind, repository)
		if err := json.NewEncoder(&body).Encode(d); err != nil {
			t.Fatal(err)
		}
	}
	resp, err := http.Post(c.URL+"/_bulk?refresh=true", "application/x-ndjson", &body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		Errors bool            `json:"errors"`
		Items  json.RawMessage `json:"items"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || answer.Errors || resp.StatusCode != http.StatusOK {
		t.Fatalf("status %d, %v: %s", resp.StatusCode, err, answer.Items)
	}
}
