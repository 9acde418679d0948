package css

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// sheet is a stylesheet that is being read.
type sheet struct {
	*scan.File
	id    string
	known map[string]bool // the names that are symbols
}

func extract(id string, src []byte) *analysis.Facts {
	s := &sheet{File: scan.New(id, src), id: id, known: map[string]bool{}}
	lexis := &scan.Lexis{BlockComments: [][2]string{{"/*", "*/"}}, Quotes: `"'`, Letters: "-", Raw: bareURL}
	if id != "css" {
		lexis.LineComments = []string{"//"}
	}
	s.Lex(lexis)
	var open []int // where the rules end around the token; what is conditional is no rule
	for i := range s.Tokens {
		for len(open) > 0 && open[len(open)-1] < i {
			open = open[:len(open)-1]
		}
		if s.starts(i) {
			s.statement(i, len(open) == 0)
			if end := s.head(i); s.Is(end, "{") && !s.conditional(i) {
				open = append(open, s.Close(end))
			}
		}
		s.use(i)
	}
	return s.Facts()
}

// bareURL is the length of a url() without quotes: it may hold what looks like a comment.
func bareURL(src []byte, at int) int {
	if len(src) < at+5 || !bytes.EqualFold(src[at:at+4], []byte("url(")) || bytes.IndexByte([]byte(`"'$#{`), src[at+4]) >= 0 {
		return 0
	}
	const most = 1 << 16 // a picture may stand in it
	line, _, _ := bytes.Cut(src[at:min(len(src), at+most)], []byte("\n"))
	return bytes.IndexByte(line, ')') + 1
}

// indented reports whether the lines make the statements, and not braces and semicolons.
func (s *sheet) indented() bool { return s.id == "sass" }

// starts reports whether a statement begins at a token.
func (s *sheet) starts(i int) bool {
	if i == 0 {
		return true
	}
	if s.indented() {
		return s.line(i) != s.line(i-1)
	}
	return s.Is(i-1, ";") || s.Is(i-1, "}") && !s.interpolated(i-1) || s.Is(i-1, "{") && !s.touches(i-2, "#")
}

// interpolated reports whether a closing brace ends an interpolation: then a selector goes on after it.
func (s *sheet) interpolated(i int) bool {
	for j := i - 1; j > 0 && !s.Is(j, ";") && !s.Is(j, "}"); j-- {
		if s.Is(j, "{") {
			return s.touches(j-1, "#")
		}
	}
	return false
}

// touches reports whether token i is this sign and the next one follows without white space.
func (s *sheet) touches(i int, sign string) bool {
	return s.Is(i, sign) && s.At(i).End == s.At(i+1).Start
}

func (s *sheet) line(i int) uint32 { return s.Line(s.At(i).Start) }

// top reports whether a statement of the indented syntax begins at the left.
func (s *sheet) top(i int) bool {
	at := s.At(i).Start
	return at == 0 || s.Src[at-1] == '\n'
}

// head is the number of the token that ends the head of the statement at a token: its brace, its
// semicolon, the brace that ends the block around it, or the first token of the next line.
func (s *sheet) head(i int) int {
	for j := i; j < len(s.Tokens); j++ {
		switch {
		case s.indented():
			if j > i && s.line(j) != s.line(j-1) {
				return j
			}
		case s.touches(j, "#") && s.Is(j+1, "{"), s.touches(j, "@") && s.Is(j+1, "{"), s.Is(j, "("):
			if s.Is(j, "(") {
				j = s.Close(j)
			} else {
				j = s.Close(j + 1)
			}
		case s.Is(j, "{"), s.Is(j, ";"), s.Is(j, "}"):
			return j
		}
	}
	return len(s.Tokens)
}

// conditional reports whether a statement is an at-rule around rules, such as @media.
func (s *sheet) conditional(i int) bool {
	if !s.Is(i, "@") {
		return false
	}
	switch strings.ToLower(s.Text(s.At(i + 1))) {
	case "media", "supports", "layer", "container", "at-root", "scope", "starting-style", "if", "else", "theme":
		return true
	}
	return false
}

// whole is the range of a statement with its block.
func (s *sheet) whole(i int) analysis.Span {
	end := s.head(i)
	switch {
	case s.indented():
		for s.top(i) && end < len(s.Tokens) && !s.top(end) {
			end++
		}
		end--
	case s.Is(end, "{"):
		end = s.Close(end)
	case s.Is(end, "}") || end == len(s.Tokens):
		end--
	}
	return analysis.Span{Start: s.At(i).Start, End: s.At(max(end, i)).End}
}

// declare adds a symbol, unless the file has declared the name before.
func (s *sheet) declare(i int, name string, kind analysis.Kind) {
	if name == "" || s.known[name] {
		return
	}
	s.known[name] = true
	whole := s.whole(i)
	to := whole.End
	if end := s.head(i); end < len(s.Tokens) && !s.Is(end, ";") && kind != analysis.Variable {
		to = min(to, s.At(end).Start)
	}
	private := strings.TrimLeft(name, "$%@")
	s.Add(analysis.Symbol{Name: name, Kind: kind, Range: whole, Doc: s.Doc(whole.Start),
		Signature: strings.TrimRight(s.Signature(whole.Start, to), " ;,"),
		Exported:  strings.HasPrefix(name, "--") || !strings.HasPrefix(private, "_") && !strings.HasPrefix(private, "-")})
}

// statement reads a declaration, or an import. outer says that no rule is around it.
func (s *sheet) statement(i int, outer bool) {
	if s.indented() {
		outer = s.top(i)
	}
	first, name := s.Text(s.At(i)), s.Text(s.At(i+1))
	adjacent := s.At(i).End == s.At(i+1).Start && s.At(i+1).Kind == scan.Word
	switch {
	case first == "@" && adjacent:
		s.atRule(i, strings.ToLower(name), outer)
	case first == "$" && adjacent && s.Is(i+2, ":") && outer:
		s.declare(i, "$"+name, analysis.Variable)
	case first == "=" && s.indented() && outer:
		s.declare(i, name, analysis.Macro)
	case strings.HasPrefix(first, "--") && s.Is(i+1, ":"):
		s.declare(i, first, analysis.Variable)
	case (first == "." || first == "%") && adjacent && outer:
		s.rule(i)
	case first == "composes" && s.Is(i+1, ":"):
		s.composes(i)
	}
}

// rule adds the classes and placeholders that a rule is about: each selector of one name alone.
func (s *sheet) rule(i int) {
	end := s.head(i)
	if !s.indented() && !s.Is(end, "{") {
		return
	}
	for j := i; j < end; j++ {
		mark, name := s.Text(s.At(j)), s.At(j+1)
		alone := (j == i || s.Is(j-1, ",")) && (j+2 == end || s.Is(j+2, ","))
		mixin := s.id == "less" && j == i && s.Is(j+2, "(")
		switch {
		case name.Kind != scan.Word || !alone && !mixin || mark != "." && mark != "%":
		case mixin:
			s.declare(i, mark+s.Text(name), analysis.Macro)
		default:
			s.declare(i, mark+s.Text(name), analysis.Class)
		}
	}
}

func (s *sheet) atRule(i int, rule string, outer bool) {
	name := s.Text(s.At(i + 2))
	switch rule {
	case "import", "use", "forward", "reference", "config", "plugin":
		s.imports(i, rule)
	case "mixin":
		if outer {
			s.declare(i, name, analysis.Macro)
		}
	case "function":
		if outer {
			s.declare(i, name, analysis.Function)
		}
	case "keyframes", "-webkit-keyframes", "counter-style":
		if s.At(i+2).Kind == scan.Word {
			s.declare(i, name, analysis.Constant)
		}
	case "property", "custom-media":
		if strings.HasPrefix(name, "--") {
			s.declare(i, name, analysis.Variable)
		}
	default:
		if s.id == "less" && s.Is(i+2, ":") && outer {
			s.declare(i, "@"+s.Text(s.At(i+1)), analysis.Variable)
		}
	}
}
