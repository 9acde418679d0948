package budget

import (
	stdxml "encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"
)

// readMarkdown finds the fenced blocks of a text as CommonMark does, and the headings outside them.
func readMarkdown(text string) (blocks, headings []string) {
	fence := ""
	var block strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimSuffix(line, "\n")
		if fence == "" {
			if strings.HasPrefix(bare, "#") {
				headings = append(headings, bare)
			}
			run := len(bare) - len(strings.TrimLeft(bare, "`"))
			if run >= 3 && !strings.Contains(bare[run:], "`") {
				fence = bare[:run]
				block.Reset()
			}
			continue
		}
		inner := strings.TrimLeft(bare, " ")
		run := len(inner) - len(strings.TrimLeft(inner, "`"))
		if len(bare)-len(inner) < 4 && run >= len(fence) && strings.TrimRight(inner[run:], " \t") == "" {
			blocks, fence = append(blocks, block.String()), ""
			continue
		}
		block.WriteString(line)
	}
	return blocks, headings
}

// readXML finds the documents and the tasks of a text with the standard library's parser.
func readXML(t *testing.T, text string) (contents, sources []string, task string) {
	var parsed struct {
		Task      string `xml:"task"`
		Documents []struct {
			Source  string `xml:"source"`
			Content string `xml:"content"`
		} `xml:"document"`
	}
	if err := stdxml.Unmarshal([]byte(text), &parsed); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	for _, d := range parsed.Documents {
		contents = append(contents, strings.TrimPrefix(d.Content, "\n"))
		sources = append(sources, d.Source)
	}
	return contents, sources, strings.TrimPrefix(parsed.Task, "\n")
}

// checkEnclosed renders two files and a task with the same content, and reads them back.
func checkEnclosed(t *testing.T, path, content string) {
	if !utf8.ValidString(content) || strings.ContainsRune(content, '\r') || content == "" {
		return // packs hold valid text; XML parsers rewrite carriage returns
	}
	e := &entry{Candidate: &Candidate{Path: path, Fence: path, Reasons: []string{content}}}
	v := &view{representation: Full, content: content}
	want := terminated(content)

	text := markdown{}.file(1, e, v) + markdown{}.file(2, e, v)
	blocks, headings := readMarkdown(text)
	if len(blocks) != 2 || blocks[0] != want || blocks[1] != want || len(headings) != 2 {
		t.Fatalf("blocks %q, headings %q in\n%s", blocks, headings, text)
	}

	text = xml{}.head(path, content) + xml{}.file(1, e, v) + xml{}.file(2, e, v) + xml{}.foot()
	contents, sources, task := readXML(t, text)
	if want = xmlCharacters(want); len(contents) != 2 || contents[0] != want || contents[1] != want || task != want {
		t.Fatalf("contents %q, task %q in\n%s", contents, task, text)
	}
	if source := xmlCharacters(oneLine(display(path))); sources[0] != source {
		t.Fatalf("source is %q, not %q", sources[0], source)
	}
}

func TestContentStaysEnclosed(t *testing.T) {
	for _, content := range []string{
		"plain", "```", "````\n```\n", "x\n``````````\ny", "   ```  ", "]]>", "]]>]]>", "]]]]>>", "</content></document>",
		"<![CDATA[", "&lt;", "# Heading\n", "\x00\x01\ufffe", "~~~", "…\n", "\n", "\n\n```\n",
	} {
		checkEnclosed(t, "a/b.py", content)
		checkEnclosed(t, content, content)
	}
}

func FuzzContentStaysEnclosed(f *testing.F) {
	f.Add("a.go", "```\n")
	f.Add("a`b\n```", "]]>")
	f.Fuzz(checkEnclosed)
}

// A task stands verbatim in the text, and does not swallow what follows.
func TestTaskStaysEnclosed(t *testing.T) {
	for _, task := range []string{"Fix it", "Fix this:\n```go\nx", "~~~\nopen", "<!-- open", "<details>", "a\n\n````\n```\nb"} {
		e := &entry{Candidate: &Candidate{Path: "a.py"}}
		text := markdown{}.head("", task) + markdown{}.file(1, e, &view{representation: Full, content: "x\n"})
		if !strings.Contains(text, task) {
			t.Errorf("the task is not verbatim in %q", text)
		}
		blocks, _ := readMarkdown(text)
		if n := len(blocks); n == 0 || blocks[n-1] != "x\n" {
			t.Errorf("the file is not a block of its own in %q", text)
		}
		if strings.Contains(task, "<") && len(blocks) != 2 {
			t.Errorf("HTML in the task stands open in %q", text)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	_, err := newRenderer("html")
	if err == nil || err.Error() != `format: "html" is not one of markdown, xml, plain` {
		t.Errorf("got %v", err)
	}
}
