package explore

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/workspace/ignore"
	"github.com/contextls/contextls/workspace/secret"
)

const (
	searchTime  = 5 * time.Second
	searchBytes = 256 << 10 // of matches; no budget of a round is so large
	matchedLine = 8 << 10   // bytes of a line that are looked at: lines of code are shorter
	shownLine   = 400       // bytes of a line that are shown
)

// search is one search under way.
type search struct {
	re      *regexp.Regexp
	literal string // what every match begins with
	around  int    // lines shown before and after a match
	limit   int    // of matching lines

	enclosing func(path string, line, offset int) string // the name of the definition around a place
	original  func(offset int) int                       // the place in a file of one in what is shown of it

	out            strings.Builder
	matches, files int
	stopped        string // why it ended early
}

func searchCode(ctx context.Context, r *round, a arguments) (finding, error) {
	pattern := a.text("pattern")
	if a.on("ignore_case") {
		pattern = "(?i:" + pattern + ")"
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return finding{}, engine.Bad("pattern", "%v", err)
	}
	wanted := func(string) bool { return true }
	if glob := a.text("glob"); glob != "" {
		globs, err := ignore.CompileGlobs([]string{glob}, runtime.GOOS == "windows" || runtime.GOOS == "darwin")
		if err != nil {
			return finding{}, engine.Bad("glob", "%v", err)
		}
		wanted = globs.Match
	}
	s := &search{re: re, around: a.number("context"), limit: a.number("limit"), enclosing: r.engine.Enclosing(ctx, r.snap)}
	s.literal, _ = re.LiteralPrefix()
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	searched, unread := readable(ctx, r.snap, wanted, func(path string, text secret.Text) bool {
		s.original = text.Original
		s.file(ctx, path, text.Shown()) // secrets are not to be found either
		return s.stopped == ""
	})
	summary := fmt.Sprintf("%s in %s", count(s.matches, "match", "matches"), count(s.files, "file", "files"))
	if s.stopped == "" {
		summary += fmt.Sprintf(", of %d searched", searched)
	}
	if unread > 0 {
		summary += " (" + count(unread, "other is", "others are") + " no text)"
	}
	return finding{content: summary + "\n" + s.out.String(), missing: s.stopped}, nil
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// file searches one file.
func (s *search) file(ctx context.Context, path, text string) {
	if ctx.Err() != nil {
		s.stopped = fmt.Sprintf("the search ended at %s after %v", render.Path(path), searchTime)
		return
	}
	if !strings.Contains(text, s.literal) {
		return
	}
	lines := linesOf(text)
	shown := 0 // lines up to here were shown
	before := s.matches
	next := 0 // where the next line begins
	for i, line := range lines {
		start := next
		next += len(line)
		if ctx.Err() != nil { // a line may take a tenth of a second
			s.stopped = fmt.Sprintf("the search ended at %s:%d after %v", render.Path(path), i+1, searchTime)
			break
		}
		match := s.re.FindStringIndex(prefix(strings.TrimRight(line, "\r\n"), matchedLine))
		if match == nil {
			continue
		}
		if s.matches == s.limit || s.out.Len() > searchBytes {
			s.stopped = "there are more matches: narrow the pattern or the glob"
			break
		}
		s.matches++
		first := max(i-s.around, shown)
		if s.around > 0 && s.out.Len() > 0 && (first > shown || shown == 0) {
			s.out.WriteString("--\n")
		}
		for k := first; k < i; k++ {
			s.show(path, k, '-', lines[k], "")
		}
		s.show(path, i, ':', line, s.enclosing(path, i, s.original(start+match[0])))
		shown = i + 1
		for ; shown < min(i+1+s.around, len(lines)) && !s.re.MatchString(prefix(strings.TrimRight(lines[shown], "\r\n"), matchedLine)); shown++ {
			s.show(path, shown, '-', lines[shown], "")
		}
	}
	if s.matches > before {
		s.files++
	}
}

// show writes a line, and the name of the definition that it stands in, if any.
func (s *search) show(path string, i int, mark byte, line, in string) {
	line = strings.TrimRight(line, "\r\n")
	text := prefix(line, shownLine)
	if text != line {
		text += "…"
	}
	if in != "" {
		text += "  [in " + in + "]"
	}
	fmt.Fprintf(&s.out, "%s%c%d%c %s\n", render.Path(path), mark, i+1, mark, text)
}

// prefix is the first most bytes of a text, or some fewer that end with a character.
func prefix(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}
