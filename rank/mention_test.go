package rank

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

func shop() map[string]string {
	files := map[string]string{
		"src/shop/session.py":         "def Session Session.open Session.close open_session",
		"src/shop/app.py":             "def App App.run\nimport src/shop/session.py open_session",
		"src/shop/models/order.py":    "def Order Order.open",
		"src/shop/models/__init__.py": "import src/shop/models/order.py Order",
		"src/admin/app.py":            "def Admin",
		"src/shop/undo.py":            "def Session.undo",
		"src/shop/redo.py":            "def Order.undo",
		"src/shop/token.ex":           "def =Shop.Token",
		"src/shop/cart.rb":            "def Cart Cart.empty?",
		"src/shop/box.rb":             "def Box Box.empty",
		"setup.py":                    "",
	}
	for i := range maxDefiners + 1 {
		files[fmt.Sprintf("src/common/c%d.py", i)] = "def run common"
	}
	for i := range maxSameName + 1 {
		files[fmt.Sprintf("src/p%d/util.py", i)] = ""
	}
	return files
}

func TestMentions(t *testing.T) {
	g := plainGraph(shop())
	ix := NewIndex(nil, g, nil)
	for text, want := range map[string]string{
		"edit src/shop/app.py":          "src/shop/app.py: the task names src/shop/app.py",
		"in /home/x/src/shop/app.py:7":  "src/shop/app.py:7: the task names /home/x/src/shop/app.py",
		"look at shop/app.py":           "src/shop/app.py: the task names shop/app.py",
		"look at app.py":                "src/admin/app.py: the task names app.py; src/shop/app.py: the task names app.py",
		"in /usr/lib/python/app.py":     "", // only the name is the same
		"import shop.com/a/setup":       "",
		"in /srv/setup.py":              "setup.py: the task names /srv/setup.py",
		"util.py is everywhere":         "",
		"`open_session` fails":          "src/shop/session.py: defines open_session, which the task names",
		"Session.open fails":            "src/shop/session.py: defines Session.open, which the task names",
		"Session.undo fails":            "src/shop/undo.py: defines Session.undo, which the task names",
		"Shop.Token fails":              "src/shop/token.ex: defines Shop.Token, which the task names",
		"`open_session/2` fails":        "src/shop/session.py: defines open_session, which the task names",
		"foo.open fails":                "src/shop/models/order.py: defines foo.open, which the task names; src/shop/session.py: defines foo.open, which the task names",
		"`common` is common":            "",
		"`empty?` fails, empty? I ask":  "src/shop/cart.rb: defines empty?, which the task names",
		"Is it `empty`?":                "src/shop/box.rb: defines empty, which the task names",
		"is_open? `open_session!`":      "src/shop/session.py: defines open_session, which the task names",
		"shop.session is slow":          "src/shop/session.py: the task names shop.session",
		"shop.session.Session.close()":  "src/shop/session.py: the task names shop.session|defines shop.session.Session.close, which the task names",
		"shop.models is a package":      "src/shop/models/__init__.py: the task names shop.models",
		"the `session` module":          "src/shop/session.py: the task names session",
		"in packages/shop/models/order": "src/shop/models/order.py: the task names packages/shop/models/order",
		"Add --open-session, please":    "src/shop/session.py: defines open_session, which the task names",
		"Why `open:session`?":           "src/shop/session.py: defines open_session, which the task names",
		"open-session, `shop:session`":  "",
		"nothing.here and NothingElse":  "",
	} {
		var got []string
		for _, m := range ix.Mentions(ix.Read(text)) {
			s := g.Path(m.Node)
			if m.Line > 0 {
				s = fmt.Sprintf("%s:%d", s, m.Line)
			}
			if m.Weight <= 0 || m.Weight > 1 {
				t.Errorf("%q: %s has weight %g", text, s, m.Weight)
			}
			got = append(got, s+": "+strings.Join(m.Reasons, "|"))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("mentions in %q:\n got %s\nwant %s", text, strings.Join(got, "; "), want)
		}
	}
}

func TestMentionsAddUp(t *testing.T) {
	g := plainGraph(map[string]string{"a": "def one_name other_name", "b": "def both_know", "c": "def both_know", "d": "def last_name"})
	read := task.Read("`one_name` and `other_name`, `both_know` and `last_name`")
	weight := map[string]float64{}
	for _, m := range NewIndex(nil, g, nil).Mentions(read) {
		weight[g.Path(m.Node)] = m.Weight
	}
	w := read.Symbols[0].Weight
	for p, want := range map[string]float64{"a": 1 - (1-w)*(1-w), "b": w / math.Sqrt2, "c": w / math.Sqrt2, "d": w} {
		if math.Abs(weight[p]-want) > 1e-12 {
			t.Errorf("%s weighs %g, want %g", p, weight[p], want)
		}
	}
}

// Plain words of the first line are names only where they are rare, or those of types, and only of one file.
func TestBareNames(t *testing.T) {
	files := map[string]string{
		"src/termui.py": "def prompt", "src/query.py": "def run", "src/a/opts.py": "", "src/b/opts.py": "", "tests/test_termui.py": "termui", "examples/termui.py": "x",
		"src/sessions.py": "def Session", "src/dict.py": "def Order", "src/dict2.py": "def Order",
	}
	for i := range minBareName {
		files[fmt.Sprintf("src/c%d.py", i)] = "query session of query"
	}
	g := plainGraph(files)
	for n := range int32(g.Len()) {
		for i := range g.File(n).Facts.Get().Symbols {
			if s := &g.File(n).Facts.Get().Symbols[i]; s.Name != "prompt" {
				s.Kind = analysis.Class
			}
		}
	}
	for text, want := range map[string]string{
		"Fix termui on Windows":          "src/termui.py",
		"The query is slow":              "", // many files have the word
		"Session does not end":           "src/sessions.py",
		"A session does not end":         "",
		"Order is wrong":                 "", // of two files
		"Fix opts":                       "",
		"Prompt is wrong":                "",
		"It is slow\n\nMaybe in termui.": "",
	} {
		var got []string
		for _, m := range NewIndex(nil, g, nil).Mentions(task.Read(text)) {
			got = append(got, g.Path(m.Node))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q means %q, want %q", text, got, want)
		}
	}
}

// A mention knows which of the file's definitions are meant.
func TestMentionNames(t *testing.T) {
	g := plainGraph(shop())
	for text, want := range map[string]string{
		"`Session.open` and `open_session`":     "src/shop/session.py Session.open open_session",
		"src/shop/session.py has `Nothing`":     "src/shop/session.py",
		"`open_session` in src/shop/session.py": "src/shop/session.py open_session",
	} {
		for _, m := range NewIndex(nil, g, nil).Mentions(task.Read(text)) {
			if got := strings.Join(append([]string{g.Path(m.Node)}, m.Names...), " "); got != want {
				t.Errorf("%q means %q, want %q", text, got, want)
			}
		}
	}
}

func TestMentionedLine(t *testing.T) {
	g := plainGraph(map[string]string{"src/a.py": "x\ndef open\ndef Session.open\ndef Store.open Store.close\ndef =Shop.Store\n"})
	ix := NewIndex(nil, g, nil)
	for text, want := range map[string]int{
		"src/a.py:3":                 2,
		"src/a.py:9 has `close`":     3, // it has no ninth line
		"`open` fails":               1,
		"Store.open fails":           3,
		"my.Session.open fails":      2,
		"other.open fails":           1,
		"Shop.Store fails":           4,
		"src/a.py is broken":         -1,
		"`Nothing` in src/a.py":      -1,
		"Session.open in src/a.py:1": 0,
	} {
		mentions := ix.Mentions(ix.Read(text))
		if len(mentions) != 1 {
			t.Errorf("%q speaks of %v", text, mentions)
			continue
		}
		line, known := ix.MentionedLine(mentions[0])
		if !known {
			line = -1
		}
		if line != want {
			t.Errorf("%q means line %d, want %d", text, line, want)
		}
	}
}

// Of a trace's files the innermost of the folder counts most; frames elsewhere and in tests do not come before it.
func TestInnermostFrameOfFolder(t *testing.T) {
	g := plainGraph(map[string]string{"shop/cart.py": "def add", "shop/web.py": "def view", "run.py": "", "test_web.py": ""})
	trace := "It fails\n\nTraceback (most recent call last):\n"
	for _, frame := range []string{"run.py|3|main", "shop/web.py|7|view", "shop/web.py|8|view", "shop/cart.py|9|add", "test_web.py|2|x", "/usr/lib/json.py|5|dump"} {
		f := strings.Split(frame, "|")
		trace += fmt.Sprintf("  File %q, line %s, in %s\n    x\n", f[0], f[1], f[2])
	}
	weight := map[string]float64{}
	for _, m := range NewIndex(nil, g, nil).Mentions(task.Read(trace)) {
		weight[g.Path(m.Node)] = m.Weight
		if m.Node == node(g, "shop/web.py") && (m.Line != 8 || strings.Join(m.Names, " ") != "view") {
			t.Errorf("of web.py line %d and %q are named", m.Line, m.Names)
		}
	}
	most := weight["shop/cart.py"]
	for p, want := range map[string]float64{"shop/cart.py": most, "test_web.py": most, "shop/web.py": most * frameDecay, "run.py": most * frameDecay * frameDecay} {
		if math.Abs(weight[p]-want) > 1e-12 || want == 0 {
			t.Errorf("%s weighs %g, want %g", p, weight[p], want)
		}
	}
}
