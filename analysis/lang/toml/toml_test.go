package toml

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// show is a value on one line: strings in quotes, tables with their keys in order.
func show(v Value) string {
	var parts []string
	switch {
	case v.Table != nil:
		for _, key := range slices.Sorted(maps.Keys(v.Table)) {
			parts = append(parts, fmt.Sprintf("%s:%s", key, show(v.Table[key])))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case v.Array != nil:
		for _, e := range v.Array {
			parts = append(parts, show(e))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case v.Quoted:
		return fmt.Sprintf("%q", v.Text)
	}
	return v.Text
}

func TestRead(t *testing.T) {
	for src, want := range map[string]string{
		"":                              "{}",
		"a = 1\nb.c = 'x' # y\n":        `{a:1 b:{c:"x"}}`,
		"[t]\n\"k.k\" = \"a\\tb\\\"c\"": `{t:{k.k:"a\tb\"c"}}`,
		"['a b'.\"c\"] # [d]\n'' = \"\"\r\ne='f'":                           `{a b:{c:{:"" e:"f"}}}`,
		"[t]\nk = ['a', # c\n \"b\", ['c', 2]\n]\nl='d'":                    `{t:{k:["a" "b" ["c" 2]] l:"d"}}`,
		"k = {a = 'x', b = {c = ['y']}, d = 1}":                             `{k:{a:"x" b:{c:["y"]} d:1}}`,
		"k = [{a = 'x'}, {a = 'y'}]":                                        `{k:[{a:"x"} {a:"y"}]}`,
		"[[b]]\nn = 1\n[[b]]\nn = 2\n[b.m]\nx = 'y'\n[[b.l]]\nz = 3":        `{b:[{n:1} {l:[{z:3}] m:{x:"y"} n:2}]}`,
		"[d]\nw.workspace = true\n[d.own]\np = 'q'":                         `{d:{own:{p:"q"} w:{workspace:true}}}`,
		"d = 1979-05-27T07:32:00Z\nf = 1.5 # pi\nb = true\ns=''":            `{b:true d:1979-05-27T07:32:00Z f:1.5 s:""}`,
		"k = '''a\n'b''' \nl = \"\"\"c\"\"\"":                               `{k:"a\n'b" l:"c"}`,
		"k = \"a\\qb\"":                                                     `{k:"a\\qb"}`,
		"k = 'never closed\nl = ['a',\n":                                    `{k:"never closed" l:["a"]}`,
		"k = \n= 'x'\n]}\n[t\nl = 'y'":                                      `{k: t:{l:"y"}}`,
		"[broken\n= 'x'\nalso = \ntext = '''\n[no]\n'''\n[last]\nn = 'z'":   `{broken:{also: text:"\n[no]\n"} last:{n:"z"}}`,
		"[project]\nlist = ['a',\n[other]\nb = ['c']\n[last]\nd = 'e'":      `{last:{d:"e"} project:{list:["a" [other] b = ['c']}}`,
		"[]\nlost = 1\n[a.]\nb = 2":                                         `{a:{b:2}}`,
		"a = 'x' junk\nb = 2":                                               `{a:"x" b:2}`,
		"k = " + strings.Repeat("[", deepest+1) + strings.Repeat("]", 9999): "{k:" + strings.Repeat("[", deepest+1) + strings.Repeat("]", deepest) + "}",
	} {
		if got := show(Value{Table: Read(src)}); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", src, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	doc := Read("[a.b]\nc = 'd'\nlist = ['e', ['f', 1], {g = 'h'}]\n[[bin]]\nname = 'i'\n[[bin]]\nname = 'j'")
	if got := doc.Table("a", "b").Text("c"); got != "d" {
		t.Errorf("a.b.c is %q", got)
	}
	if doc.Table("a", "nothing", "b") != nil || doc.Table("a", "b", "c") != nil || doc.Table("nothing").Text("c") != "" {
		t.Error("there are tables that nobody wrote")
	}
	if got := doc.Table("a", "b")["list"].Strings(); !slices.Equal(got, []string{"e", "f"}) {
		t.Errorf("the strings are %q", got)
	}
	var names []string
	for _, bin := range doc.Tables("bin") {
		names = append(names, bin.Text("name"))
	}
	if !slices.Equal(names, []string{"i", "j"}) {
		t.Errorf("the tables are %q", names)
	}
}

// FuzzRead shows that reading ends, and that what is read is no more than the text, or came of an escape.
func FuzzRead(f *testing.F) {
	f.Add("[a.b]\nc = {d = ['e', \"f\\n\"]}\n[[x]]\ny = '''z'''")
	f.Add("= [ { , = ] } \" ' # .")
	f.Add("[a]\nb = { c = [\"d\", { e = 'f' }] }\n[[g.h]]\ni.j = \"k\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		var count func(Value)
		count = func(v Value) {
			n++
			if len(v.Text) > 4*len(text) {
				t.Errorf("%q became longer than its text", v.Text)
			}
			for _, e := range v.Array {
				count(e)
			}
			for _, e := range v.Table {
				count(e)
			}
		}
		count(Value{Table: Read(text)})
		if n > len(text)+1 {
			t.Errorf("%d values in %d bytes", n, len(text))
		}
	})
}
