package secrettest

import (
	encoding "encoding/base64"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"strings"
)

// Plant is a credential with what a text has around it.
type Plant struct {
	Kind   string
	Secret string   // what must not be shown; of several lines for a key
	Line   string   // how a source says it, in the syntax of most languages; ends without a newline
	Tells  []string // pieces of Secret that must not be shown either
	Plain  bool     // Secret says itself what it is, on one line
}

// alphabets of credentials.
const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	hex    = digits + "abcdef"
	alnum  = digits + upper + lower
	base64 = alnum + "+/"
	url64  = alnum + "-_"
)

// maker draws credentials.
type maker struct{ *rand.Rand }

func (m maker) of(alphabet string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(alphabet[m.IntN(len(alphabet))])
	}
	return b.String()
}

// checksummed is a token as GitHub and npm make them.
func (m maker) checksummed(prefix string) string {
	rest := m.of(alnum, 30)
	const order = digits + upper + lower
	n, sum := crc32.ChecksumIEEE([]byte(rest)), [6]byte{}
	for i := 5; i >= 0; i-- {
		sum[i], n = order[n%62], n/62
	}
	return prefix + rest + string(sum[:])
}

func (m maker) jwt() string {
	encode := func(text string) string { return encoding.RawURLEncoding.EncodeToString([]byte(text)) }
	return encode(`{"alg":"HS256","typ":"JWT"}`) + "." + encode(`{"sub":"`+m.of(alnum, 12)+`","exp":17`+m.of(digits, 8)+`}`) + "." + m.of(url64, 42) + m.of(alnum, 1)
}

// lines are ways in which sources name a value that says itself what it is.
var lines = [...]string{`CONFIG = %q`, `const value = %q;`, `run(%q)`, `"setting": %q,`, `# see %s here`, `export VALUE=%s`, `value: %s`, `url = "https://x.io/?q=%s"`}

// telling are ways in which sources name a value that says nothing of itself.
var telling = [...]string{`API_KEY = %q`, `const apiKey = %q;`, `"client_secret": %q,`, `export AUTH_TOKEN=%s`, `accessToken: %s`, `private string DbPassword = %q;`,
	`setenv("SECRET_KEY", %q)`, `<password>%s</password>`, `var signingKey string = %q`, `aws_secret_access_key=%s`, `os.environ["TOKEN"] = %q`, `signing_secret := %q`}

// Plants are n credentials of all families in turn, the same for the same seed.
func Plants(seed uint64, n int) (plants []Plant) {
	m := maker{rand.New(rand.NewPCG(seed, seed))}
	all := families()
	for i := range n {
		form := lines[m.IntN(len(lines))]
		switch k := i % (len(all) + 6); {
		case k < len(all):
			secret := all[k].make(m)
			plants = append(plants, Plant{Kind: all[k].kind, Secret: secret, Line: fmt.Sprintf(form, secret), Plain: true})
		case k == len(all):
			plants = append(plants, m.key())
		case k == len(all)+1:
			secret := m.of(lower, 2) + m.of(alnum, 10) + m.of(digits, 2)
			plants = append(plants, Plant{Kind: "password", Secret: secret, Line: fmt.Sprintf(`DATABASE = "postgres://app:%s@db%d.internal.acme.io:5432/app"`, secret, i)})
		case k == len(all)+2:
			secret := m.of(hex, 40)
			plants = append(plants, Plant{Secret: secret, Line: fmt.Sprintf(telling[m.IntN(len(telling))], secret)})
		case k == len(all)+3:
			secret := m.of(alnum, 40)
			plants = append(plants, Plant{Secret: secret, Line: fmt.Sprintf(telling[m.IntN(len(telling))], secret)})
		case k == len(all)+4:
			secret := m.of(alnum, 40)
			plants = append(plants, Plant{Kind: "access token", Secret: secret, Line: fmt.Sprintf(`headers = {"Authorization": "Bearer %s"}`, secret)})
		default:
			secret := m.of(base64, 40)
			plants = append(plants, Plant{Kind: "AWS secret key", Secret: secret, Line: fmt.Sprintf(`AWS_SECRET_ACCESS_KEY = %q`, secret)})
		}
	}
	return plants
}

// key is a private key as text.
func (m maker) key() Plant {
	label := []string{"RSA PRIVATE", "PRIVATE", "OPENSSH PRIVATE", "EC PRIVATE"}[m.IntN(4)] + " KEY"
	p := Plant{Kind: "private key"}
	for range 6 {
		p.Tells = append(p.Tells, m.of(base64, 64))
	}
	p.Secret = strings.Join(p.Tells, "\n")
	p.Line = "KEY = `-----" + "BEGIN " + label + "-----\n" + p.Secret + "\n" + "-----" + "END " + label + "-----`"
	return p
}

// Leaked is what of a plant stands in a text: its secret, its lines, or 12 characters and more of its random
// part; "" for nothing.
func (p *Plant) Leaked(text string) string {
	const part = 12
	for _, piece := range append([]string{p.Secret}, p.Tells...) {
		for i := max(0, len(piece)/2-part); i+part <= len(piece); i += part {
			if at := piece[i : i+part]; strings.Contains(text, at) {
				return at
			}
		}
	}
	return ""
}
