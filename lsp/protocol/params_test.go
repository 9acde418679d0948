package protocol

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type testParams struct {
	Text  string   `json:"text"`
	Count *int     `json:"count"`
	Share *float64 `json:"share"`
	Flag  *bool    `json:"flag"`
	List  []struct {
		URI  string `json:"uri"`
		Line uint32 `json:"line"`
	} `json:"list"`
	Inner struct {
		Count *int `json:"count"`
	} `json:"inner"`
}

func TestDecodeErrors(t *testing.T) {
	for raw, want := range map[string]string{
		`{"text":7}`:                        `text: 7 is not a string`,
		`{"text":{"a":1}}`:                  `text: an object is not a string`,
		`{"count":"many"}`:                  `count: "many" is not a whole number`,
		`{"count":1.5}`:                     `count: 1.5 is not a whole number in range`,
		`{"count":1e99}`:                    `count: 1e99 is not a whole number in range`,
		`{"share":true}`:                    `share: true is not a number`,
		`{"flag":0}`:                        `flag: 0 is not true or false`,
		`{"list":{}}`:                       `list: an object is not an array`,
		`{"list":[{"uri":"a"},{"uri":[]}]}`: `list[1].uri: an array is not a string`,
		`{"list":[{"line":-1}]}`:            `list[0].line: -1 is not a whole number in range`,
		`{"inner":{"count":false}}`:         `inner.count: false is not a whole number`,
		`[1]`:                               `params: an array is not an object`,
		`"text"`:                            `params: "text" is not an object`,
		`{"unknown":1,"text":7,"another":{"a":[]}}`: `text: 7 is not a string`,
	} {
		_, err := Decode[testParams]([]byte(raw))
		var p *ParamError
		if !errors.As(err, &p) || err.Error() != want {
			t.Errorf("%s: got %v, want %s", raw, err, want)
		}
	}
}

func TestDecode(t *testing.T) {
	var empty testParams
	for _, raw := range []string{"", "null", "{}", "[]", ` [ ] `, `{"unknown":[1]}`, `{"text":null,"count":null,"list":null,"inner":null}`, `{"Count":-5}`} {
		got, err := Decode[testParams]([]byte(raw))
		if err != nil || !cmp.Equal(got, empty) {
			t.Errorf("%q: got %+v, %v", raw, got, err)
		}
	}
	got, err := Decode[testParams]([]byte(`{"count":3.0,"inner":{"count":3e0},"list":[{"line":2.0}]}`))
	if err != nil || *got.Count != 3 || *got.Inner.Count != 3 || got.List[0].Line != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Repositories are all of them, or globs.
func TestRepositories(t *testing.T) {
	for raw, want := range map[string]string{
		`{}`:                               "",
		`{"repositories":null}`:            "",
		`{"repositories":"*"}`:             "",
		`{"repositories":[]}`:              "",
		`{"repositories":["shop/*","*"]}`:  "",
		`{"repositories":"shop"}`:          `repositories: "shop" is neither "*" nor a list of globs`,
		`{"repositories":7}`:               `repositories: 7 is neither "*" nor a list of globs`,
		`{"repositories":["shop",false]}`:  `repositories[1]: false is not a string`,
		`{"repositories":["shop/*"," "]}`:  `repositories[1]: " " matches nothing`,
		`{"repositories":{"name":"shop"}}`: `repositories: an object is neither "*" nor a list of globs`,
	} {
		p, err := Decode[QueryParams]([]byte(raw))
		if err == nil {
			err = p.Check()
		}
		if got := message(err); got != want {
			t.Errorf("%s: got %q, want %q", raw, got, want)
		}
	}
	if got := RepositoryGlobs([]any{"a", "b*"}); !cmp.Equal(got, []string{"a", "b*"}) || RepositoryGlobs(nil) != nil || !cmp.Equal(RepositoryGlobs("*"), []string{"*"}) {
		t.Errorf("got %q", got)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzParams: whatever a client sends, it is taken or refused with the name of a field.
func FuzzParams(f *testing.F) {
	f.Add(`{"budget":{"tokens":-5},"targets":[{"uri":"file:///a","ranges":[{"start":{"line":1}}]}],"scope":{"include":["[a"]}}`)
	f.Add(`{"targets":[{"uri":"file:///a","ranges":[{"start":{"line":2},"end":{"line":1}}]}],"workspaceFolder":"x","workDoneToken":{}}`)
	f.Fuzz(func(t *testing.T, raw string) {
		p, err := Decode[PackParams]([]byte(raw))
		if err == nil {
			err = p.Check()
		}
		var bad *ParamError
		if err != nil && (!errors.As(err, &bad) || bad.Field == "") {
			t.Errorf("the error is %v", err)
		}
	})
}

// Of LSP's own types, too, what is wrong is named by its field.
func TestDecodeErrorsOfRanges(t *testing.T) {
	for raw, want := range map[string]string{
		`7`:            `targets[0].ranges[0]: 7 is not an object`,
		`{"start":[]}`: `targets[0].ranges[0].start: an array is not an object`,
		`{"start":{"line":-1,"character":0},"end":{"line":1,"character":0}}`:    `targets[0].ranges[0].start.line: -1 is not a whole number in range`,
		`{"start":{"line":1,"character":0},"end":{"line":1,"character":"x"}}`:   `targets[0].ranges[0].end.character: "x" is not a whole number`,
		`{"start":{"line":1.0,"character":0},"end":{"line":2e0,"character":3}}`: ``,
	} {
		got, err := Decode[PackParams]([]byte(`{"targets":[{"uri":"file:///a","ranges":[` + raw + `]}]}`))
		if err == nil && want == "" {
			if r := got.Targets[0].Ranges[0]; r.Start.Line != 1 || r.End.Line != 2 || r.End.Character != 3 {
				t.Errorf("%s: %+v", raw, r)
			}
			continue
		}
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", raw, err, want)
		}
	}
}
