package scan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

func lexis() *Lexis {
	return &Lexis{LineComments: []string{"//"}, BlockComments: [][2]string{{"/*", "*/"}}, Quotes: `"`, Letters: "-"}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"a-b c_1 é{x}":               "a-b c_1 é { x }",
		"1.5em 10%":                  "1.5em 10 %",
		`"a \" // b" c`:              `"a \" // b" c`,
		"\"open\nb":                  "\"open b",
		"a // b\nc /* d\n */ e /* f": "a c e",
		"a/*b*/c":                    "a c",
		"//\r\na":                    "a",
		"\"a\\\nb":                   "\"a\\\nb",
		"f(a, [b])":                  "f ( a , [ b ] )",
		"\t \n":                      "",
	} {
		f := New("x", []byte(text))
		f.Lex(lexis())
		var got []string
		for _, token := range f.Tokens {
			got = append(got, f.Text(token))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("tokens of %q are %q, want %q", text, s, want)
		}
	}
}

func TestClose(t *testing.T) {
	f := New("x", []byte("( [ ) ] { } ( x"))
	f.Lex(lexis())
	var got []int
	for i := range f.Tokens {
		got = append(got, f.Close(i))
	}
	if s := fmt.Sprint(got); s != "[2 3 2 3 5 5 7 7]" { // what never closes, the last token closes
		t.Errorf("closed by %s", s)
	}
}

func TestDocAndSignature(t *testing.T) {
	f := New("x", []byte("// far\n\n/// Says\n// more.\na b /* c */ ( d // e\n, f ) // behind\ng\n"))
	f.Lex(lexis())
	if got := f.Doc(f.At(0).Start); got != "Says" {
		t.Errorf("doc is %q", got)
	}
	last := f.At(len(f.Tokens) - 1)
	if got := f.Doc(last.Start); got != "" {
		t.Errorf("a comment behind something is the doc %q", got)
	}
	if got := f.Signature(f.At(0).Start, last.Start); got != "a b ( d , f )" {
		t.Errorf("signature is %q", got)
	}
	if got := f.Line(last.Start); got != 6 {
		t.Errorf("line is %d", got)
	}
	if long := Cut(strings.Repeat("é", 200)); !strings.HasSuffix(long, "é…") || len(long) > maxLine+3 {
		t.Errorf("cut to %q", long)
	}
}

func TestMarkup(t *testing.T) {
	for _, test := range []struct{ text, braces, want string }{
		{`<a b="c>d" e='f' g h=i><b/>`, "", "a[b=c>d e=f g= h=i] b[]"},
		{"<script x>if (a < b) '<c>'</Script><d>", "", "script[x=]:if (a < b) '<c>' d[]"},
		{"<style>open", "", "style[]:open"},
		{"a < b <!-- <c> --> <d", "", "d[]"},
		{`<A {b} {...c} on:d={() => f("}")} e="{g}">{h > {i}}<j>`, "{", `A[={b} ={...c} on:d={() => f("}")} e={g}] j[] | {h > {i}}`},
		{"{{ a < b }}<c>{d}", "{{", "c[] | {{ a < b }}"},
		{"{ <a", "{", "a[] | {"},
		{"<a b=", "", "a[b=]"},
		{"<a =\"b\">", "", "a[b=]"},
		{"<a b='open <c>", "", "a[b=open] c[]"},
	} {
		src := []byte(test.text)
		tags, code := Markup(src, test.braces)
		var got []string
		for _, tag := range tags {
			var attributes []string
			for _, a := range tag.Attributes {
				attributes = append(attributes, a.Name+"="+a.Value)
			}
			s := tag.Name + "[" + strings.Join(attributes, " ") + "]"
			if tag.Body.Start < tag.Body.End {
				s += ":" + string(src[tag.Body.Start:tag.Body.End])
			}
			got = append(got, s)
		}
		s := strings.Join(got, " ")
		for _, c := range code {
			s += " | " + string(src[c.Start:c.End])
		}
		if s != test.want {
			t.Errorf("markup of %q is\n%s, want\n%s", test.text, s, test.want)
		}
	}
}

// What is read lies in the text and in order, whatever the bytes are.
func FuzzMarkup(f *testing.F) {
	for _, seed := range []string{"<a b={c}>", "{{{", "<script></", "<a '", "<!--"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, braces := range []string{"", "{", "{{"} {
			tags, code := Markup(src, braces)
			for _, c := range code {
				inside(t, src, c)
			}
			end := uint32(0)
			for _, tag := range tags {
				inside(t, src, tag.Span)
				if tag.Start < end {
					t.Fatalf("%v begins before %d", tag.Span, end)
				}
				end = max(tag.End, tag.Body.End)
			}
		}
	})
}

func inside(t *testing.T, src []byte, s analysis.Span) {
	t.Helper()
	if s.Start >= s.End || int(s.End) > len(src) {
		t.Fatalf("%v in %d bytes", s, len(src))
	}
}
