package rendertest

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Formats are the names of all formats.
func Formats() []string { return []string{"markdown", "xml", "plain", "json"} }

// Parsed is what a reader of a text finds in it.
type Parsed struct {
	Task   string
	Files  []File
	Blocks map[string]string // the map and the like, by title in lower case
}

// File is a file in a text.
type File struct{ Path, Content string }

// Parse reads a text of a format.
func Parse(format, text string) (*Parsed, error) {
	p := &Parsed{Blocks: map[string]string{}}
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
func (p *Parsed) put(name, content string) {
	switch {
	case name == "":
		p.Files[len(p.Files)-1].Content = content
	case name == "task":
		p.Task = content
	default:
		p.Blocks[name] = content
	}
}

// pathOf reads a path that may be in double quotes, and what follows it.
func pathOf(text, end string) (path, rest string, err error) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil && quoted[0] == '"' {
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
func (p *Parsed) readMarkdown(text string) error {
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
			p.Files, name = append(p.Files, File{Path: path}), ""
		case strings.HasPrefix(inner, "## "):
			name = strings.ToLower(inner[3:])
		case name == "task":
			p.Task += line
		}
	}
	if fence != "" {
		return errors.New("a fence stands open")
	}
	return nil
}

func (p *Parsed) readPlain(text string) error {
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
			p.Files, name = append(p.Files, File{Path: path}), ""
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

func (p *Parsed) readXML(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
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
		case xml.StartElement:
			name, _, _ := strings.Cut(token.Name.Local, "-")
			open, data = append(open, name), ""
			if name == "document" {
				p.Files = append(p.Files, File{})
			}
		case xml.CharData:
			data += string(token)
		case xml.EndElement:
			at := strings.Join(open, "/")
			open = open[:len(open)-1]
			switch at {
			case "context", "context/document", "context/document/reason":
			case "context/document/source":
				if path, err := strconv.Unquote(data); err == nil && data[0] == '"' {
					data = path
				}
				p.Files[len(p.Files)-1].Path = data
			case "context/document/content":
				p.put("", strings.TrimPrefix(data, "\n"))
			default:
				p.put(strings.TrimPrefix(strings.ReplaceAll(at, "_", " "), "context/"), strings.TrimPrefix(data, "\n"))
			}
			data = ""
		}
	}
}

func (p *Parsed) readJSON(text string) error {
	var parts []map[string]string
	if err := json.Unmarshal([]byte(text), &parts); err != nil {
		return err
	}
	for _, part := range parts[1:] {
		if _, file := part["path"]; file {
			p.Files = append(p.Files, File{part["path"], part["content"]})
			continue
		}
		for name, content := range part {
			p.put(strings.ReplaceAll(name, "_", " "), content)
		}
	}
	return nil
}

// Misread says what a reader of a text gets wrong, "" when nothing: it has to find the task, and exactly
// these files.
func Misread(format, text, task string, files []File) string {
	p, err := Parse(format, text)
	if err != nil {
		return err.Error()
	}
	exact := func(s string) string { return s }
	if format == "xml" {
		exact = asXML
	}
	if got, want := p.Task, exact(task); got != want && strings.Trim(got, "\n") != strings.Trim(want, "\n") {
		return fmt.Sprintf("the task is read as %q", got)
	}
	if len(p.Files) != len(files) {
		return fmt.Sprintf("%d files are read, not %d", len(p.Files), len(files))
	}
	for i, f := range p.Files {
		if f.Path != files[i].Path {
			return fmt.Sprintf("%q is read as the path %q", files[i].Path, f.Path)
		}
		if want := exact(files[i].Content); f.Content != want && (strings.HasSuffix(want, "\n") || f.Content != want+"\n") {
			return fmt.Sprintf("of %q is read\n%q, not\n%q", f.Path, f.Content, want)
		}
	}
	return ""
}

// asXML is a text as a parser of XML reads it: with "\n" at the end of each line, and without the
// characters that XML does not allow.
func asXML(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return '\ufffd'
		}
		return r
	}, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
}
