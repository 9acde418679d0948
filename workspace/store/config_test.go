package store

import (
	"strings"
	"testing"
)

func TestOpenSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name   string
		config Config
		want   string // "": nothing is
	}{
		{"here", Config{URL: "http://127.0.0.1:9200"}, ""},
		{"here by name", Config{URL: "http://localhost:9200/search", User: "scan", Password: "hunter2"}, ""},
		{"elsewhere", Config{URL: "https://search.example.com", APIKey: "hunter2", Prefix: "team-a_1"}, ""},
		{"allowed", Config{URL: "http://search.example.com", Insecure: true}, ""},
		{"nothing", Config{}, `"" is not https://HOST[:PORT]`},
		{"no URL", Config{URL: "https://[::1"}, "is no URL"},
		{"another scheme", Config{URL: "ftp://search.example.com"}, "is not https://"},
		{"unencrypted", Config{URL: "http://search.example.com"}, "is not encrypted"},
		{"a user in it", Config{URL: "https://scan:hunter2@search.example.com"}, "CONTEXTLS_STORE_USER"},
		{"a query", Config{URL: "https://search.example.com?pretty"}, "more than a host"},
		{"two credentials", Config{URL: "https://search.example.com", APIKey: "hunter2", User: "scan"}, "one of them"},
		{"no user", Config{URL: "https://search.example.com", Password: "hunter2"}, "no user"},
		{"no certificate", Config{URL: "https://search.example.com", CA: []byte("hunter2")}, "no certificate"},
		{"prefix", Config{URL: "https://search.example.com", Prefix: "Team*"}, `prefix: "Team*"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			client, err := Open(c.config)
			if err == nil {
				defer client.Close()
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("it tells a secret: %v", err)
			}
		})
	}
}

func TestLive(t *testing.T) {
	r := &Repository{Generation: 7, Last: 8, Void: []int64{3, 5}}
	for _, c := range []struct {
		life Life
		want bool
	}{
		{Life{From: 1}, true}, {Life{From: 7}, true}, {Life{From: 8}, false}, {Life{From: 3}, false},
		{Life{From: 1, Until: 7}, false}, {Life{From: 1, Until: 8}, true}, {Life{From: 1, Until: 5}, true}, {Life{From: 5, Until: 8}, false},
	} {
		if got := r.Live(c.life); got != c.want {
			t.Errorf("%+v: %t", c.life, got)
		}
	}
}
