package store

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// The environment says what is nobody else's to read.
const (
	EnvURL      = "CONTEXTLS_STORE_URL"
	EnvAPIKey   = "CONTEXTLS_STORE_API_KEY"
	EnvUser     = "CONTEXTLS_STORE_USER"
	EnvPassword = "CONTEXTLS_STORE_PASSWORD"
)

// DefaultPrefix is what the names of the indices begin with.
const DefaultPrefix = "contextls"

// maxPrefix leaves room for the rest of an index' name, of which OpenSearch allows 255 bytes.
const maxPrefix = 100

// Config says where a store is and who asks.
type Config struct {
	URL            string // https://host:port, with a path if need be; no user, no password
	Prefix         string // of the names of its indices: lower-case letters, digits, - and _; "" is DefaultPrefix
	APIKey         string
	User, Password string // in place of an APIKey
	CA             []byte // PEM: the only authorities that count, where it is set
	Insecure       bool   // plain HTTP also to other machines
}

// WithCredentials is c with the credentials that the environment has.
func (c Config) WithCredentials(getenv func(string) string) Config {
	c.APIKey, c.User, c.Password = getenv(EnvAPIKey), getenv(EnvUser), getenv(EnvPassword)
	return c
}

// check reports what is wrong, without a word of what is secret.
func (c *Config) check() error {
	u, err := CheckURL(c.URL, c.Insecure)
	switch {
	case err != nil:
		return err
	case c.APIKey != "" && c.User != "":
		return errors.New("both an API key and a user are given; one of them")
	case c.Password != "" && c.User == "":
		return errors.New("a password is given, but no user")
	case u.Scheme == "http" && (c.APIKey != "" || c.User != "") && !loopback(u.Hostname()) && !c.Insecure:
		return fmt.Errorf("%q would send credentials unencrypted", u.Redacted())
	case c.CA != nil && !x509.NewCertPool().AppendCertsFromPEM(c.CA):
		return errors.New("the certificate authorities hold no certificate in PEM")
	}
	return checkPrefix(c.Prefix)
}

func checkPrefix(prefix string) error {
	other := strings.IndexFunc(prefix, func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
	if other >= 0 || len(prefix) > maxPrefix || strings.HasPrefix(prefix, "-") || strings.HasPrefix(prefix, "_") {
		return fmt.Errorf("prefix: %q is not of lower-case letters, digits, - and _, at most %d, the first one a letter or digit", prefix, maxPrefix)
	}
	return nil
}

// CheckURL reads the address of a store. Plain HTTP to other machines has to be allowed.
func CheckURL(address string, insecure bool) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil: // its text has the address, and with it a password
		return nil, errors.New("the store's address is no URL")
	case u.User != nil:
		return nil, fmt.Errorf("the store's address has a user or password; they belong in %s and %s", EnvUser, EnvPassword)
	case u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return nil, fmt.Errorf("%q is not https://HOST[:PORT]", address)
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%q has more than a host and a path", u.Redacted())
	case u.Scheme == "http" && !insecure && !loopback(u.Hostname()):
		return nil, fmt.Errorf("%q is not encrypted, and leads to another machine: it takes https", address)
	}
	return u, nil
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
