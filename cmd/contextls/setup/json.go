package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonFormat is JSON, with comments and trailing commas where the program takes them, that has servers under a key.
type jsonFormat struct {
	key   string
	typed bool // an entry says that it is started, not asked over the network
}

// mark is what some editors on Windows begin files with.
const mark = "\ufeff"

func (f jsonFormat) set(text string, c Command) (string, error) {
	program, args := c.mcp()
	d := document{text: text}
	if d.trimmed() == "" {
		d.text = "{}\n"
	}
	var members []member
	if f.typed {
		members = append(members, member{"type", "stdio"})
	}
	members = append(members, member{"command", program}, member{"args", args})
	for _, m := range members {
		if err := d.set([]string{f.key, name, m.name}, m.value); err != nil {
			return "", err
		}
	}
	return d.text, f.check(text, d.text, members)
}

type member struct {
	name  string
	value any
}

func (f jsonFormat) remove(text string) (string, error) {
	d := document{text: text}
	if d.trimmed() == "" {
		return text, nil
	}
	if err := d.remove([]string{f.key, name}); err != nil {
		return "", err
	}
	if d.text == text {
		return text, nil
	}
	if d.trimmed() == "{}" {
		d.text = ""
	}
	return d.text, f.check(text, d.text, nil)
}

// check makes sure that an edit has set the members of contextls' own entry, and changed nothing else.
func (f jsonFormat) check(before, after string, members []member) error {
	was, _, err := f.others(before)
	if err != nil {
		return err
	}
	is, own, err := f.others(after)
	if err != nil {
		return err
	}
	for _, m := range members {
		want, _ := json.Marshal(m.value)
		got, _ := json.Marshal(own[m.name])
		if !bytes.Equal(want, got) {
			return fmt.Errorf("%s.%s.%s would be %s", f.key, name, m.name, got)
		}
	}
	if !reflect.DeepEqual(was, is) {
		return fmt.Errorf("its form is not understood: put the entry in by hand")
	}
	return nil
}

// others decodes a text without contextls' own entry, which comes second.
func (f jsonFormat) others(text string) (rest, own map[string]any, err error) {
	rest = map[string]any{}
	d := document{text: text}
	if d.trimmed() == "" {
		return rest, nil, nil
	}
	plain, err := hujson.Standardize([]byte(strings.TrimPrefix(text, mark)))
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(plain, &rest); err != nil {
		return nil, nil, err
	}
	if servers, ok := rest[f.key].(map[string]any); ok {
		own, _ = servers[name].(map[string]any)
		if delete(servers, name); len(servers) == 0 {
			delete(rest, f.key)
		}
	}
	return rest, own, nil
}
