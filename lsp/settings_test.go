package lsp

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/lsp/lsptest"
)

func TestParseSettings(t *testing.T) {
	const good = `{"tokenBudget":500,"weights":{"structure":1,"text":0},"minRelevance":0.5,"maxFileBytes":10,"ignore":["*.gen.py"],
		"codeLens":{"file":false,"definitions":true,"topPercent":5,"maxPerFile":3},"roles":{"r":{"include":["src/"]}},"trace":{"server":"off"}}`
	s, problems := ParseSettings([]byte(good))
	if len(problems) > 0 || s.tokenBudget() != 500 || s.weights().Text != 0 || s.weights().MinRelevance != 0.5 || *s.CodeLens.MaxPerFile != 3 {
		t.Errorf("got %+v, problems %q", s, problems)
	}
	for raw, want := range map[string][]string{
		`{"tokenBudget":"many"}`:                                 {`tokenBudget: "many" is not a whole number`},
		`{"tokenBudget":0}`:                                      {`tokenBudget: 0 is not positive`},
		`{"minRelevance":2}`:                                     {`minRelevance: 2 is not between 0 and 1`},
		`{"weights":{"text":-1,"structure":"x"}}`:                {`weights.structure: "x" is not a number`, `weights.text: -1 is negative`},
		`{"ignore":["a","[z"]}`:                                  {`ignore[1]: glob "[z" matches nothing`},
		`{"ignore":"a"}`:                                         {`ignore: "a" is not an array`},
		`{"codeLens":{"topPercent":101}}`:                        {`codeLens.topPercent: 101 is above 100`},
		`{"codeLens":7,"maxFileBytes":-1}`:                       {`maxFileBytes: -1 is not positive`, `codeLens: 7 is not an object`},
		`{"roles":{"a":{"exclude":[""]},"b":{"include":["x"]}}}`: {`roles.a.exclude[0]: glob "" matches nothing`},
		`[]`: {`params: an array is not an object`},
	} {
		s, problems := ParseSettings([]byte(raw))
		if diff := cmp.Diff(want, problems); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
		if w := s.weights(); w.Structure != 0.6 || w.Text != 0.4 || w.MinRelevance != 0.1 || s.tokenBudget() != 100_000 || s.Ignore != nil {
			t.Errorf("%s: the defaults are gone: %+v", raw, s)
		}
	}
	if s, _ := ParseSettings([]byte(`{"minRelevance":0.3,"roles":{"a.b":{"include":7}}}`)); s.weights().MinRelevance != 0.3 || s.Roles != nil {
		t.Errorf("a role with a dot in its name took other settings with it: %+v", s)
	}
	if s, _ := ParseSettings([]byte(`{"tokenBudget":-1,"minRelevance":0.3,"roles":{"a":{"exclude":[""]},"b":{"include":["x"]}}}`)); s.weights().MinRelevance != 0.3 || len(s.Roles) != 1 {
		t.Errorf("a bad value took good ones with it: %+v", s)
	}
}

func TestPulledSettings(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	s.Expect("window/showMessage")
	var settings atomic.Value
	settings.Store(`{"tokenBudget":2000,"minRelevance":7,"ignore":["store/user.py"]}`)
	s.Handle("workspace/configuration", func(params json.RawMessage) (any, *lsptest.Error) {
		if string(params) != `{"items":[{"section":"contextls"}]}` {
			t.Errorf("asked for %s", params)
		}
		return []any{json.RawMessage(settings.Load().(string))}, nil
	})
	s.Handle("client/registerCapability", func(params json.RawMessage) (any, *lsptest.Error) {
		if !strings.Contains(string(params), "workspace/didChangeConfiguration") {
			t.Errorf("registered %s", params)
		}
		return nil, nil
	})
	s.Initialize(map[string]any{"workspace": map[string]any{"configuration": true, "didChangeConfiguration": map[string]any{"dynamicRegistration": true}}}, s.root)
	said := s.Await("window/showMessage", nil)
	if !strings.Contains(string(said.Params), "minRelevance: 7 is not between 0 and 1") {
		t.Errorf("said %s", said.Params)
	}
	packs := func(want bool, tokens int) {
		t.Helper()
		for range 200 {
			r := s.pack(map[string]any{"targets": s.target("app.py")})
			if (r.item("store/user.py") != nil) == want && r.Stats.AvailableForContext == tokens {
				return
			}
		}
		t.Errorf("the settings %s have no effect", settings.Load())
	}
	packs(false, 2000)
	settings.Store(`{"tokenBudget":3000,"minRelevance":7}`)
	s.Open(s.uri("app.py"), "python", 1, "from store.user import User\n")
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	packs(true, 3000)
	if got := s.text("app.py"); got != "from store.user import User\n" {
		t.Errorf("new settings lost the open text: %q", got)
	}
	if more := s.Inbox("window/showMessage"); len(more) > 0 {
		t.Errorf("said it twice: %s", more[0].Params)
	}
}

func TestPushedSettings(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	s.Expect("context/didChangeIndex", "window/showMessage")
	s.MustCall("initialize", map[string]any{"capabilities": map[string]any{}, "rootUri": lsptest.URI(s.root),
		"initializationOptions": map[string]any{"tokenBudget": 700, "maxFileBytes": "x"}}, nil)
	s.Notify("initialized", nil)
	if said := s.Await("window/showMessage", nil); !strings.Contains(string(said.Params), "maxFileBytes") {
		t.Errorf("said %s", said.Params)
	}
	if r := s.pack(nil); r.Stats.AvailableForContext != 700 {
		t.Errorf("initializationOptions have no effect: %d", r.Stats.AvailableForContext)
	}
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"contextls": map[string]any{"tokenBudget": 900}, "other": 1}})
	for range 200 {
		if s.pack(nil).Stats.AvailableForContext == 900 {
			return
		}
	}
	t.Error("pushed settings have no effect")
}
