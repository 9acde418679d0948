package secret

import (
	"encoding/base64"
	"hash/crc32"
	"math"
	"slices"
	"strings"
)

// placeholders are what a value that is none has in it, in lower case. Random text practically never has.
var placeholders = [...]string{"example", "xxxxx", "placeholder", "changeme", "change_me", "change-me", "redacted", "dummy", "sample", "insert",
	"replace", "secret", "password", "foobar", "lorem", "abcdef", "12345678", "98765432", "qwerty", "a1b2c3", "00000000", "11111111", "deadbeef", "notreal",
	"not-real", "not_real", "testtest", "fakefake", "****", "....", "-----", "_____", "<", "${", "{{", "$("}

// placeholderWords are such, too, where they stand alone; random text may have them inside.
var placeholderWords = [...]string{"your", "fake", "mock", "todo", "test", "my", "snip", "token", "key", "here", "this", "the", "some", "not", "real"}

// placeholder reports whether a value stands for another: an example, dots, or a variable.
func placeholder(value string) bool {
	value = strings.ToLower(value)
	for _, p := range placeholders {
		if strings.Contains(value, p) {
			return true
		}
	}
	if !strings.ContainsAny(value, "-_. ") {
		return false
	}
	found := 0
	for word := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == ' ' }) {
		if slices.Contains(placeholderWords[:], word) {
			found++
		}
	}
	return found > 0 && len(value) < 60
}

// entropy is Shannon's, of a text's bytes, in bits for each.
func entropy(text string) float64 {
	var counts [256]int
	for i := range len(text) {
		counts[text[i]]++
	}
	bits, n := 0.0, float64(len(text))
	for _, c := range counts {
		if c > 0 {
			p := float64(c) / n
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// checksummed reports whether a token of GitHub or npm may be one: its last six characters are the CRC-32 of
// the 30 before in base 62. Longer tokens have none; and one that is wrong, in something as random as a token,
// is likelier a format that is new than text.
func checksummed(token string) bool {
	_, rest, _ := strings.Cut(token, "_")
	if len(rest) == 36 && base62(crc32.ChecksumIEEE([]byte(rest[:30]))) == rest[30:] {
		return true
	}
	return entropy(rest) >= 3.8 && classes(rest) >= 2 && digits(rest) >= 2
}

// base62 writes a number in six digits of base 62, as those checksums are.
func base62(n uint32) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	var out [6]byte
	for i := len(out) - 1; i >= 0; i-- {
		out[i], n = digits[n%62], n/62
	}
	return string(out[:])
}

// jwt reports whether a text is a signed JSON Web Token: its header is JSON that names an algorithm. The one
// that shows everywhere how they look is none.
func jwt(token string) bool {
	header, rest, _ := strings.Cut(token, ".")
	decoded, err := base64.RawURLEncoding.DecodeString(header)
	payload, _, _ := strings.Cut(rest, ".")
	const exampleSubject = "eyJzdWIiOiIxMjM0NTY3ODkwI"
	return err == nil && strings.Contains(string(decoded), `"alg"`) && !strings.HasPrefix(payload, exampleSubject)
}

// digited reports whether a token has as many digits as those of Slack have.
func digited(token string) bool {
	return strings.ContainsAny(token, "0123456789") && digits(token) >= 4
}

func bearer(header string) bool {
	_, token, _ := strings.Cut(header, " ")
	return random(token)
}

// basic reports whether a text is the header of HTTP's basic authentication with a login that is no placeholder.
func basic(header string) bool {
	_, login, _ := strings.Cut(header, " ")
	decoded, err := base64.StdEncoding.DecodeString(login)
	if err != nil {
		return false
	}
	user, password, ok := strings.Cut(string(decoded), ":")
	return ok && printable(user) && printable(password) && !weak(user, password) && (random(password) || strong(password))
}

func printable(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

func digits(text string) (n int) {
	for i := range len(text) {
		if '0' <= text[i] && text[i] <= '9' {
			n++
		}
	}
	return n
}

// class is the kind of character that a byte is: 0 for a lower-case letter, 1 an upper-case one, 2 a digit, 3
// anything else.
func class(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return 0
	case 'A' <= c && c <= 'Z':
		return 1
	case '0' <= c && c <= '9':
		return 2
	}
	return 3
}

// classes counts the kinds of letters and digits in a text.
func classes(text string) int {
	var seen [4]int
	for i := range len(text) {
		seen[class(text[i])] = 1
	}
	return seen[0] + seen[1] + seen[2]
}

// random reports whether a value was drawn rather than written: it has much entropy for its length, few long
// words, and changes between kinds of characters more often than words and numbers do.
func random(value string) bool {
	if len(value) < 16 || placeholder(value) || digits(value) == len(value) {
		return false
	}
	if hexadecimal(value) {
		return len(value) >= 24 && digits(value) >= 2 && entropy(value) >= 3
	}
	changes, letters := 0, 0
	for i := range len(value) {
		c := class(value[i])
		if c == 3 {
			continue
		}
		letters++
		if i > 0 {
			if before := class(value[i-1]); before != 3 && before != c && !(before == 1 && c == 0) {
				changes++ // not from a capital to the rest of its word
			}
		}
	}
	if letters < 14 || float64(letters) < 0.7*float64(len(value)) || longestWord(value) > 9+len(value)/10 || entropy(value) < 3.3 {
		return false
	}
	often := float64(changes) / float64(letters)
	switch n := digits(value); {
	case classes(value) == 3 && n >= 2:
		return often >= 0.2 || len(value) >= 32 && often >= 0.15
	case len(value) >= 32:
		return often >= 0.25
	}
	return digits(value) >= 2 && (len(value) >= 20 && often >= 0.2 || digits(value) >= 3 && often >= 0.25 && longestWord(value) <= 6)
}

// hexadecimal reports whether a text is of hexadecimal digits, in one case of letters.
func hexadecimal(text string) bool {
	return strings.Trim(text, "0123456789abcdef") == "" || strings.Trim(text, "0123456789ABCDEF") == ""
}

// strong reports whether a short value looks like a password that was drawn: three kinds of characters and
// more than one change between them, or a sign among them.
func strong(value string) bool {
	if len(value) < 8 || placeholder(value) || digits(value) == 0 || digits(value) == len(value) {
		return false
	}
	changes := 0
	for i := 1; i < len(value); i++ {
		if class(value[i]) != class(value[i-1]) {
			changes++
		}
	}
	return entropy(value) >= 2.7 && changes >= 4
}

// weakPasswords are those that examples and tests have, in lower case.
var weakPasswords = [...]string{"password", "passwd", "pass", "pwd", "pw", "secret", "test", "tiger", "admin", "root", "user", "guest", "postgres", "mysql",
	"p", "p@ss", "token", "key", "foo", "bar", "baz", "hunter2", "1234", "123456", "12345678", "letmein", "changeit", "pass123", "password123", "passw0rd", "p@ssw0rd", "s3cr3t", "qwerty", "abc123"}

// weak reports whether a password, of a user, is one that stands in examples.
func weak(user, password string) bool {
	lower := strings.ToLower(password)
	if placeholder(lower) || lower == strings.ToLower(user) {
		return true
	}
	return slices.Contains(weakPasswords[:], lower) || strings.HasPrefix(lower, "my") || strings.HasPrefix(lower, "pass") || strings.HasPrefix(lower, "test") || strings.HasPrefix(lower, "some")
}
