package budget

import (
	stdjson "encoding/json"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// parsed is what a reader of a text makes of it, with small readers of each format that know nothing of
// how it was written.
type parsed struct {
	task   string
	files  []parsedFile
	blocks map[string]string // the map and the like, by lower-case name
}

type parsedFile struct{ path, content string }

func parse(format, text string) (*parsed, error) {
	p := &parsed{blocks: map[string]string{}}
	switch format {
	case "xml":
		return p, p.readXML(text)
	case "plain":
		return p, p.readPlain(text)
	case "json":
		return p, p.readJSON(text)
	}
	return p, p.readMarkdown(text)
}

// put stores a block that has a name of its own, or else the content of the last file.
func (p *parsed) put(name, content string) {
	switch {
	case name == "":
		p.files[len(p.files)-1].content = content
	case name == "task":
		p.task = content
	default:
		p.blocks[name] = content
	}
}

// pathOf reads a path that may be quoted, and what follows it.
func pathOf(text, end string) (path, rest string, err error) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil {
		path, err = strconv.Unquote(quoted)
		return path, text[len(quoted):], err
	}
	path, rest, found := strings.Cut(text, end)
	if !found {
		return "", "", fmt.Errorf("no %q in %q", end, text)
	}
	return path, rest, nil
}

// readMarkdown finds headings and fenced blocks as CommonMark does. A task may stand without a fence.
func (p *parsed) readMarkdown(text string) error {
	fence, name := "", "none"
	var block strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimSuffix(line, "\n")
		inner := strings.TrimLeft(bare, " ")
		run := len(inner) - len(strings.TrimLeft(inner, "`"))
		if fence != "" {
			if len(bare)-len(inner) < 4 && run >= len(fence) && strings.TrimRight(inner[run:], " \t") == "" {
				p.put(name, block.String())
				fence = ""
			} else {
				block.WriteString(line)
			}
			continue
		}
		switch {
		case run >= 3 && !strings.Contains(inner[run:], "`"):
			fence = inner[:run]
			block.Reset()
		case strings.HasPrefix(inner, "### "):
			path, _, err := pathOf(strings.TrimPrefix(inner[4:], "`"), "`")
			if err != nil {
				return err
			}
			p.files, name = append(p.files, parsedFile{path: path}), ""
		case strings.HasPrefix(inner, "## "):
			name = strings.ToLower(inner[3:])
		case name == "task":
			p.task += line
		}
	}
	if fence != "" {
		return errors.New("a fence stands open")
	}
	return nil
}

func (p *parsed) readPlain(text string) error {
	rule, name := "", ""
	var block strings.Builder
	for i, line := range strings.SplitAfter(text, "\n") {
		bare := strings.TrimSuffix(line, "\n")
		if rule != "" {
			if bare == rule {
				p.put(name, block.String())
				rule = ""
			} else {
				block.WriteString(line)
			}
			continue
		}
		dashes := len(bare) - len(strings.TrimLeft(bare, "-"))
		switch {
		case dashes == 0:
			if bare != "" && i > 1 && (!strings.HasPrefix(bare, "== ") || !strings.HasSuffix(bare, " ==")) {
				return fmt.Errorf("the line %q belongs to nothing", bare)
			}
		case dashes >= 2 && strings.Contains(bare, " ("):
			path, _, err := pathOf(bare[dashes+1:], " (")
			if err != nil {
				return err
			}
			p.files, name = append(p.files, parsedFile{path: path}), ""
		default:
			name = strings.ToLower(bare[dashes+1:])
		}
		if dashes >= 3 {
			rule = bare[:dashes]
			block.Reset()
		}
	}
	if rule != "" {
		return errors.New("a file stands open")
	}
	return nil
}

func (p *parsed) readXML(text string) error {
	d := stdxml.NewDecoder(strings.NewReader(text))
	var open []string
	var data string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case stdxml.StartElement:
			name, _, _ := strings.Cut(token.Name.Local, "-")
			open, data = append(open, name), ""
			if name == "document" {
				p.files = append(p.files, parsedFile{})
			}
		case stdxml.CharData:
			data += string(token)
		case stdxml.EndElement:
			at := strings.Join(open, "/")
			open = open[:len(open)-1]
			switch at {
			case "context", "context/document", "context/document/reason":
			case "context/document/source":
				if path, err := strconv.Unquote(data); err == nil {
					data = path
				}
				p.files[len(p.files)-1].path = data
			case "context/document/content":
				p.put("", strings.TrimPrefix(data, "\n"))
			default:
				p.put(strings.TrimPrefix(strings.ReplaceAll(at, "_", " "), "context/"), strings.TrimPrefix(data, "\n"))
			}
			data = ""
		}
	}
}

func (p *parsed) readJSON(text string) error {
	var parts []map[string]string
	if err := stdjson.Unmarshal([]byte(text), &parts); err != nil {
		return err
	}
	for _, part := range parts[1:] {
		if _, file := part["path"]; file {
			p.files = append(p.files, parsedFile{part["path"], part["content"]})
			continue
		}
		for name, content := range part {
			p.put(strings.ReplaceAll(name, "_", " "), content)
		}
	}
	return nil
}

// misread says what a reader of a text gets wrong, "" when nothing: it has to find the task, and files
// with exactly the contents of these items.
func misread(format, text, task string, items []Item) string {
	p, err := parse(format, text)
	if err != nil {
		return err.Error()
	}
	exact := func(s string) string { return s }
	if format == "xml" { // whose parsers read line ends so
		exact = func(s string) string { return xmlCharacters(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)) }
	}
	if got, want := p.task, exact(task); got != want && strings.Trim(got, "\n") != strings.Trim(want, "\n") {
		return fmt.Sprintf("the task is read as %q", got)
	}
	if len(p.files) != len(items) {
		return fmt.Sprintf("%d files are read, not %d", len(p.files), len(items))
	}
	for i, f := range p.files {
		if f.path != items[i].Path {
			return fmt.Sprintf("%q is read as the path %q", items[i].Path, f.path)
		}
		if want := exact(items[i].Content); f.content != want && f.content != terminated(want) {
			return fmt.Sprintf("of %q is read\n%q, not\n%q", f.path, f.content, want)
		}
	}
	return ""
}
