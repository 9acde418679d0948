package secret

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/workspace/secret/secrettest"
)

func TestPlants(t *testing.T) {
	kinds := map[string]bool{}
	for _, p := range secrettest.Plants(1, 5000) {
		text := "before = 1\n" + p.Line + "\nafter = 2\n"
		read := Read(text)
		shown := read.Shown()
		if part := p.Leaked(shown); part != "" {
			t.Errorf("%s: %q is left of\n%s", p.Kind, part, p.Line)
			continue
		}
		if len(read.Found) != 1 || p.Kind != "" && read.Found[0].Kind != p.Kind || read.Found[0].Line != 1 {
			t.Errorf("%s: found %+v in\n%s", p.Kind, read.Found, p.Line)
			continue
		}
		kinds[read.Found[0].Kind] = true
		if !strings.HasPrefix(shown, "before = 1\n") || !strings.HasSuffix(shown, "\nafter = 2\n") || strings.Count(shown, "\n") != strings.Count(text, "\n") {
			t.Errorf("%s: shown as %q", p.Kind, shown)
		}
		if again := Redact(shown); again != shown {
			t.Errorf("replaced again: %q, %q", shown, again)
		}
	}
	if len(kinds) < 30 {
		t.Errorf("only %d kinds: %v", len(kinds), kinds)
	}
}

func TestSlices(t *testing.T) {
	plants := secrettest.Plants(2, 200)
	rapid.Check(t, func(t *rapid.T) {
		p := plants[rapid.IntRange(0, len(plants)-1).Draw(t, "plant")]
		text := "a = 1\n" + p.Line + "\nb = 2\n"
		read := Read(text)
		start := rapid.IntRange(0, len(text)).Draw(t, "start")
		end := rapid.IntRange(start, len(text)).Draw(t, "end")
		got := read.Slice(start, end)
		if strings.Count(got, "\n") != strings.Count(text[start:end], "\n") || p.Leaked(got) != "" {
			t.Fatalf("%d-%d of\n%s\nis\n%s", start, end, text, got)
		}
		if len(read.In(start, end)) == 0 && got != text[start:end] {
			t.Fatalf("%q is shown as %q", text[start:end], got)
		}
	})
}

// The second of several credentials is one, too.
func TestNumberedNames(t *testing.T) {
	value := "kT9x" + "Lq3v" + "Zw7b" + "Ns5y"
	for _, name := range []string{"db_pwd", "db_pwd_2", "smtpPass1", "auth", "AUTH2", "token_10"} {
		if line := name + ` = "` + value + `"`; Redact(line) == line {
			t.Errorf("%s is shown", name)
		}
	}
	if line := `sha256 = "` + value + `"`; Redact(line) != line {
		t.Error("a digest is hidden")
	}
}
