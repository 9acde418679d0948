package main

import (
	"encoding/base64"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/workspace/store/storetest"
)

// A store behind TLS is used by whoever has its certificate's authority and the right credentials; else nothing is sent, and what is wrong
// is told without them.
func TestStoreBehindTLS(t *testing.T) {
	config := storetest.Config(t)
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("scanner:open sesame"))
	address, ca := storetest.NewGuard(t, config, basic, "ApiKey c2VzYW1l")
	dir, other := shop(t), filepath.Join(t.TempDir(), "other")
	write(t, filepath.Join(other, "mug.py"), "def price_of_mug():\n    return 3\n")
	wrongCA := filepath.Join(t.TempDir(), "none.pem")
	write(t, wrongCA, "-----BEGIN CERTIFICATE-----\nc2VzYW1l\n-----END CERTIFICATE-----\n")
	for _, tt := range []struct {
		name, want string // "": it works
		env        []string
	}{
		{"a password", "", []string{"CA=" + ca, "USER=scanner", "PASSWORD=open sesame"}},
		{"an API key", "", []string{"CA=" + ca, "API_KEY=c2VzYW1l"}},
		{"a wrong password", "does not let us in (status 401)", []string{"CA=" + ca, "USER=scanner", "PASSWORD=close sesame"}},
		{"a wrong API key", "does not let us in (status 401)", []string{"CA=" + ca, "API_KEY=d3JvbmcgMg"}},
		{"no credentials", "does not let us in (status 401)", []string{"CA=" + ca}},
		{"an unknown certificate", "certificate signed by unknown authority", []string{"API_KEY=c2VzYW1l"}},
		{"no certificate", "the certificate authorities hold no certificate in PEM", []string{"CA=" + wrongCA, "API_KEY=c2VzYW1l"}},
		{"no file", "store.ca: open ", []string{"CA=" + wrongCA + ".x", "API_KEY=c2VzYW1l"}},
	} {
		run := func(in string, args ...string) (string, error) {
			cmd := contextls(t, in, args...)
			cmd.Env = append(cmd.Env, "CONTEXTLS_STORE_URL="+address, "CONTEXTLS_STORE_PREFIX="+config.Prefix, "CONTEXTLS_STORE_TIMEOUT_MS=60000")
			for _, variable := range tt.env {
				cmd.Env = append(cmd.Env, "CONTEXTLS_STORE_"+variable)
			}
			out, err := cmd.CombinedOutput()
			for _, secret := range []string{"sesame", "c2VzYW1l", "d3JvbmcgMg", basic} {
				if strings.Contains(string(out), secret) {
					t.Errorf("%s: it tells a credential: %s", tt.name, out)
				}
			}
			return string(out), err
		}
		scanned, err := run(dir, "scan", "--store", address, "--repository", "team/shop")
		asked, failed := run(other, "query", "price of item", "--repositories", "*")
		switch {
		case failed != nil:
			t.Errorf("%s: a question fails: %v: %s", tt.name, failed, asked)
		case tt.want == "" && (err != nil || !strings.Contains(asked, "[team/shop] store/price.py:1 def price(item)") || strings.Contains(asked, "degraded")):
			t.Errorf("%s: %v: %s%s", tt.name, err, scanned, asked)
		case tt.want != "" && (err == nil || !strings.Contains(scanned, tt.want) || !strings.Contains(asked, tt.want) || strings.Contains(asked, "[team/shop]")):
			t.Errorf("%s: %v: %s%s", tt.name, err, scanned, asked)
		}
	}
}
