package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/tailscale/hujson"
)

// document is a text of JSON that is edited in place: what is not named stays as it is.
type document struct{ text string }

func (d *document) trimmed() string { return strings.TrimSpace(strings.TrimPrefix(d.text, mark)) }

// object is one in the text, from { to behind }, with what the parser knows of it.
type object struct {
	*hujson.Object
	start, end int
}

// find goes down a path of names as far as there are objects. It gives the last one, and how many names led to it.
func (d *document) find(path []string) (o object, depth int, err error) {
	skip := len(d.text) - len(strings.TrimPrefix(d.text, mark))
	at, err := hujson.Parse([]byte(strings.Repeat(" ", skip) + d.text[skip:]))
	if err != nil {
		return o, 0, err
	}
	for value := &at; ; depth++ {
		inner, ok := value.Value.(*hujson.Object)
		if !ok {
			return o, depth, fmt.Errorf("%s is no object", strings.Join(append([]string{"the whole"}, path[:depth]...), "."))
		}
		o = object{inner, value.StartOffset, value.EndOffset}
		if depth == len(path)-1 {
			return o, depth, nil
		}
		i := o.index(path[depth])
		if i < 0 {
			return o, depth, nil
		}
		value = &o.Members[i].Value
	}
}

// index is where a member is, -1 if there is none. The last of several counts, as for most that read JSON.
func (o object) index(name string) int {
	for i := len(o.Members) - 1; i >= 0; i-- {
		if o.Members[i].Name.Value.(hujson.Literal).String() == name {
			return i
		}
	}
	return -1
}

// set gives the member at a path a value; what is missing on the way is made.
func (d *document) set(path []string, value any) error {
	o, depth, err := d.find(path)
	if err != nil {
		return err
	}
	for i := len(path) - 1; i > depth; i-- {
		value = map[string]any{path[i]: value}
	}
	newline := "\n"
	if strings.Contains(d.text, "\r\n") {
		newline = "\r\n"
	}
	indent, unit := d.indent(o)
	if i := o.index(path[depth]); i >= 0 {
		old := o.Members[i].Value
		if same(d.text[old.StartOffset:old.EndOffset], value) {
			return nil
		}
		d.text = d.text[:old.StartOffset] + encode(value, indent, unit) + d.text[old.EndOffset:]
		return nil
	}
	entry := newline + indent + encode(path[depth], "", "") + ": " + strings.ReplaceAll(encode(value, indent, unit), "\n", newline)
	if len(o.Members) == 0 {
		inner := strings.TrimRight(d.text[o.start+1:o.end-1], " \t\r\n")
		d.text = d.text[:o.start+1] + inner + entry + newline + strings.TrimSuffix(indent, unit) + d.text[o.end-1:]
		return nil
	}
	last := o.Members[len(o.Members)-1].Value
	head, comma := last.EndOffset, ""
	if last.AfterExtra != nil { // a comma trails
		head, comma = last.EndOffset+len(last.AfterExtra)+1, ","
	}
	behind := d.text[head : o.end-1]
	kept := strings.TrimRight(behind, " \t\r\n")
	between := ","
	if comma != "" {
		between = ""
	}
	d.text = d.text[:head] + between + kept + entry + comma + behind[len(kept):] + d.text[o.end-1:]
	return nil
}

// same reports whether a part of a text says a value, however it is written.
func same(text string, value any) bool {
	plain, err := hujson.Standardize([]byte(text))
	var was, is any
	return err == nil && json.Unmarshal(plain, &was) == nil &&
		json.Unmarshal([]byte(encode(value, "", "")), &is) == nil && reflect.DeepEqual(was, is)
}

// remove takes the member at a path out, and the objects on the way in which nothing is left then.
func (d *document) remove(path []string) error {
	o, depth, err := d.find(path)
	if err != nil || depth < len(path)-1 {
		return err
	}
	i := o.index(path[depth])
	if i < 0 {
		return nil
	}
	m := o.Members[i]
	before := string(m.Name.BeforeExtra)
	from := m.Name.StartOffset - len(before) + len(strings.TrimRight(before, " \t\r\n"))
	to, last := m.Value.EndOffset, i == len(o.Members)-1
	if !last || m.Value.AfterExtra != nil {
		to += len(m.Value.AfterExtra) + 1 // the comma
	}
	kept := d.text[:from]
	if last && m.Value.AfterExtra == nil && i > 0 { // the comma before it would trail
		previous := o.Members[i-1].Value
		comma := previous.EndOffset + len(previous.AfterExtra)
		kept = d.text[:comma] + d.text[comma+1:from]
	}
	inner := strings.TrimSpace(kept[o.start+1:] + d.text[to:o.end-1])
	if inner != "" {
		d.text = kept + d.text[to:]
		return nil
	}
	d.text = d.text[:o.start] + "{}" + d.text[o.end:]
	if len(path) > 1 {
		return d.remove(path[:len(path)-1])
	}
	return nil
}

// indent is that of an object's members, and that of one level.
func (d *document) indent(o object) (members, unit string) {
	line := d.text[strings.LastIndexByte(d.text[:o.start], '\n')+1 : o.start]
	own := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	unit = "  "
	if first := d.text[strings.IndexByte(d.text, '{')+1:]; strings.HasPrefix(strings.TrimLeft(first, " \t\r"), "\n") {
		first = strings.TrimLeft(first, " \t\r\n")
		at := len(d.text) - len(first)
		if found := d.text[strings.LastIndexByte(d.text[:at], '\n')+1 : at]; found != "" && !strings.HasPrefix(first, "}") {
			unit = found
		}
	}
	if len(o.Members) > 0 {
		before := string(o.Members[0].Name.BeforeExtra)
		if i := strings.LastIndexByte(before, '\n'); i >= 0 {
			return before[i+1:], unit
		}
	}
	return own + unit, unit
}

// encode writes a string, a list of strings on one line, or an object of one member.
func encode(value any, indent, unit string) string {
	switch v := value.(type) {
	case []string:
		words := make([]string, len(v))
		for i, word := range v {
			words[i] = encode(word, "", "")
		}
		return "[" + strings.Join(words, ", ") + "]"
	case map[string]any:
		for k, inner := range v {
			return "{\n" + indent + unit + encode(k, "", "") + ": " + encode(inner, indent+unit, unit) + "\n" + indent + "}"
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the file is no page
	_ = e.Encode(value)    // a string
	return strings.TrimSuffix(b.String(), "\n")
}
