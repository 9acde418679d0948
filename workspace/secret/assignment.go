package secret

import (
	"slices"
	"strings"
)

// tellingWords are what names of credentials have in them.
var tellingWords = [...]string{"secret", "pass", "pwd", "token", "key", "creden", "auth"}

// Bounds of an assignment.
const (
	longestName  = 80
	longestValue = 512
)

// keys are what makes a name with "key" in it that of a credential.
var keys = [...]string{"api", "access", "private", "secret", "auth", "encrypt", "crypto", "signing", "account", "master", "shared", "service", "admin", "app", "license",
	"deploy", "storage", "subscription", "hmac", "jwt", "aes", "session", "write", "ingest", "webhook", "client"}

// otherwise are parts of names whose values are no credentials, whatever else the names say.
var otherwise = [...]string{"public", "pubkey", "keyword", "keyboard", "keycode", "keysym", "monkey", "turkey", "hotkey", "keyring", "tokeniz", "tokenis", "page", "cursor", "continu",
	"next", "sync", "csrf", "xsrf", "hash", "digest", "checksum", "integrity", "sha1", "sha256", "fingerprint", "thumbprint", "name", "url", "uri",
	"endpoint", "path", "file", "type", "length", "size", "count", "version", "regex", "pattern", "format", "prefix", "suffix", "label", "field", "header",
	"param", "column", "alias", "primarykey", "foreignkey", "partitionkey", "sortkey", "cachekey", "idempot", "author", "bypass", "compass", "passthrough",
	"authenticity", "passive", "passed", "passing", "passage", "tokenlist", "tokens", "address", "symbol", "mint", "contract"}

// telling is the kind of credential that a name promises; "" for none.
func telling(name string) string {
	name = strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "_", ""), "-", ""))
	if strings.HasSuffix(name, "id") || slices.ContainsFunc(otherwise[:], func(part string) bool { return strings.Contains(name, part) }) {
		return ""
	}
	name = strings.TrimRight(name, "0123456789") // the second of several
	switch {
	case strings.Contains(name, "passw"), strings.Contains(name, "passphrase"), strings.HasSuffix(name, "pwd"), strings.HasSuffix(name, "pass"):
		return "password"
	case strings.Contains(name, "secret") && strings.Contains(name, "aws"), strings.Contains(name, "secretaccesskey"):
		return "AWS secret key"
	case strings.Contains(name, "secret"):
		return "secret value"
	case strings.Contains(name, "token"), name == "auth":
		return "token"
	case strings.Contains(name, "creden"):
		return "credential"
	case strings.Contains(name, "key") && slices.ContainsFunc(keys[:], func(part string) bool { return strings.Contains(name, part) }):
		return "key"
	}
	return ""
}

// assignment finds a random value that is given to a telling name, as most languages write it. i is where a
// telling word stands.
func assignment(text string, i int) (f Finding, steps int, ok bool) {
	start, end := i, i
	for start > 0 && i-start < longestName && inName(text[start-1]) {
		start--
	}
	for end < len(text) && end-i < longestName && inName(text[end]) {
		end++
	}
	from, quote, ok := valueAfter(text, end)
	if !ok {
		return Finding{}, end - start, false
	}
	to := from
	stops := " \t\r\n,;&<>)}]\"'`#\\"
	if quote != 0 {
		stops = "\r\n" + string(quote)
	}
	for to < len(text) && to-from <= longestValue && strings.IndexByte(stops, text[to]) < 0 {
		to++
	}
	value := text[from:to]
	if quote != 0 {
		value = strings.TrimSuffix(value, `\`) // of an escaped quote
		to = from + len(value)
		if to == len(text) || text[to] == '\n' {
			return Finding{}, to - start, false
		}
	}
	if !possible(value) { // the name is judged last: that takes longest
		return Finding{}, to - start, false
	}
	kind := telling(text[start:end])
	inAddress := start > 0 && strings.IndexByte(";&?", text[start-1]) >= 0 || to < len(text) && (text[to] == ';' && quote == 0 && (start == 0 || text[start-1] != ' ') || text[to] == '&')
	if kind == "" || !credential(value, text[start:end], kind, quote != 0, inAddress) {
		return Finding{}, to - start, false
	}
	return Finding{Kind: kind, Start: from, End: to}, to - start, true
}

func inName(c byte) bool { return letterOrDigit(c) || c == '_' || c == '-' }

// possible reports whether a value may be a credential by its signs: it is no expression, text or path.
func possible(value string) bool {
	return len(value) >= 8 && len(value) <= longestValue && digits(value) > 0 && !strings.ContainsAny(value, " \t(){}[]<>\\") &&
		strings.IndexByte("/.$@&%:", value[0]) < 0 && !strings.Contains(value, "://")
}

// credential reports whether a value that is given to a telling name is a credential.
func credential(value, name, kind string, quoted, inAddress bool) bool {
	if uuid(value) {
		return quoted && !placeholder(value) && entropy(value) >= 3
	}
	if kind == "password" && (quoted || inAddress) && len(value) <= 64 && !weak("", value) && strong(value) && classes(value) == 3 && (len(value) >= 8 || inAddress) {
		return true
	}
	if quoted {
		return random(value)
	}
	// Without quotes it may be an expression, that calls or names something.
	return random(value) && !strings.Contains(value, ".") && (hexadecimal(value) || longestWord(value) <= 5 && digits(value) >= 3 || len(value) >= 30)
}

// longestWord is the length of the longest run of lower-case letters that can be pronounced: with a vowel
// among any five.
func longestWord(text string) (longest int) {
	run, consonants := 0, 0
	for i := range len(text) {
		run, consonants = run+1, consonants+1
		switch {
		case class(text[i]) != 0:
			run, consonants = 0, 0
		case strings.IndexByte("aeiouy", text[i]) >= 0:
			consonants = 0
		case consonants == 5:
			run, consonants = 0, 0
		}
		longest = max(longest, run)
	}
	return longest
}

// uuid reports whether a text is a UUID: those name things, and are secrets of very few services.
func uuid(text string) bool {
	return len(text) == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' && strings.Trim(strings.ToLower(text), "0123456789abcdef-") == ""
}

// valueAfter finds where the value begins that is given to the name that ends at i, and the quote around it;
// 0 where it has none.
func valueAfter(text string, i int) (from int, quote byte, ok bool) {
	p := parser{text, i}
	quoted := p.quote() != 0
	p.any("]")
	p.spaces()
	switch {
	case quoted && p.word("value"): // <add key="…" value="…">
		p.spaces()
		if !p.any("=") {
			return 0, 0, false
		}
	case p.any(">"): // <password>…</password>, on one line or three
		for p.any(" \t\r\n") {
		}
	case quoted && p.any(","), p.any("("): // set("…", "…"), password("…")
		p.spaces()
		q := p.quote()
		return p.at, q, q != 0
	default:
		if !p.operator() {
			return 0, 0, false
		}
	}
	p.spaces()
	p.call()
	return p.at, p.quote(), p.at < len(text)
}

// parser reads on in a text.
type parser struct {
	text string
	at   int
}

// any takes one of some characters.
func (p *parser) any(set string) bool {
	if p.at < len(p.text) && strings.IndexByte(set, p.text[p.at]) >= 0 {
		p.at++
		return true
	}
	return false
}

func (p *parser) spaces() {
	for p.any(" \t") {
	}
}

func (p *parser) word(w string) bool {
	if strings.HasPrefix(p.text[p.at:], w) {
		p.at += len(w)
		return true
	}
	return false
}

// quote takes a quotation mark, escaped or three of them too, and returns it; 0 where there is none.
func (p *parser) quote() byte {
	at := p.at
	if at+1 < len(p.text) && p.text[at] == '\\' {
		at++
	}
	if at < len(p.text) && strings.IndexByte("\"'`", p.text[at]) >= 0 {
		q := p.text[at]
		p.at = at + 1
		if strings.HasPrefix(p.text[p.at:], string([]byte{q, q})) {
			p.at += 2
		}
		return q
	}
	return 0
}

// operator takes what gives a value to a name, with a type before it as in `: &str =`.
func (p *parser) operator() bool {
	start := p.at
	if p.any("=:!?|+") {
		for p.any("=>") {
		}
		if p.text[start] != ':' {
			return true
		}
	}
	const longestType = 40
	for at := p.at; at < len(p.text) && at-p.at < longestType; at++ {
		switch c := p.text[at]; {
		case c == '=' && at > start:
			p.at = at + 1
			return true
		case !letterOrDigit(c) && strings.IndexByte(" _&'<>.[]?|*:", c) < 0 || c == '\'' && p.text[at-1] != '&':
			return p.at > start
		}
	}
	return p.at > start
}

// call takes what stands before a quotation mark: b"…", String("…"), new Password("…").
func (p *parser) call() {
	const longestCall = 40
	for at := p.at; at < len(p.text) && at-p.at < longestCall; at++ {
		switch c := p.text[at]; {
		case strings.IndexByte("\"'`", c) >= 0:
			before := p.text[p.at:at]
			if len(before) <= 2 || strings.HasSuffix(before, "(") {
				p.at = at
			}
			return
		case !letterOrDigit(c) && strings.IndexByte("_.:( @&", c) < 0:
			return
		}
	}
}
