package golang

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// generatedPrograms is how many are checked: each takes a run of the go command.
const generatedPrograms = 24

// program writes programs of two packages whose types hold each other, and functions that walk from one to the next.
type program struct {
	t     *rapid.T
	types int
	// By type: the fields and methods that lead on, and to which type by which steps.
	fields, methods [][]step
}

// step is a member that leads to a type.
type step struct {
	name, typ, after string // its Go type or result, what has to follow its name to get at an instance
	to               int
}

// newProgram draws the members of some types. Of those of the first package none holds one of the second.
func newProgram(t *rapid.T) *program {
	p := &program{t: t, types: rapid.IntRange(2, 8).Draw(t, "types")}
	for i := range p.types {
		var fields, methods []step
		for f := range rapid.IntRange(0, 4).Draw(t, "fields") {
			fields = append(fields, p.step(fmt.Sprintf("F%d_%d", i, f), i))
		}
		if i > 1 && rapid.Bool().Draw(t, "embeds") {
			to := i - 2 // of the same package, and before it
			fields = append(fields, step{fmt.Sprintf("T%d", to), "", "", to})
		}
		for m := range rapid.IntRange(0, 3).Draw(t, "methods") {
			methods = append(methods, p.step(fmt.Sprintf("M%d", m), i)) // of one name in many types
		}
		p.fields, p.methods = append(p.fields, fields), append(p.methods, methods)
	}
	return p
}

func (p *program) step(name string, from int) step {
	to := rapid.IntRange(0, p.types-1).Draw(p.t, "to")
	if from%2 == 0 {
		to -= to % 2
	}
	shape := rapid.SampledFrom([][2]string{{"*%s", ""}, {"[]*%s", "[0]"}, {"map[string]*%s", `["k"]`}, {"func() *%s", "()"}, {"map[string][]%s", `["k"][0]`}}).Draw(p.t, "shape")
	return step{name, fmt.Sprintf(shape[0], p.name(to, from)), shape[1], to}
}

// name is what a type is called in the package of another: those of even numbers are in a, the others in b.
func (p *program) name(i, in int) string {
	if i%2 == 0 && in%2 == 1 {
		return fmt.Sprintf("a.T%d", i)
	}
	return fmt.Sprintf("T%d", i)
}

// steps are the members of a type that lead on, those of the embedded type that it does not hide among them.
func (p *program) steps(i int) []step {
	all := append([]step(nil), p.fields[i]...)
	hidden := map[string]bool{}
	for _, m := range p.methods[i] {
		hidden[m.name] = true
		m.after = "()" + m.after
		all = append(all, m)
	}
	for _, f := range p.fields[i] {
		if f.typ != "" {
			continue
		}
		for _, s := range p.steps(f.to) {
			if !hidden[s.name] {
				all = append(all, s)
			}
		}
	}
	return all
}

// path is an expression that begins with a variable of a type, and the type that it has.
func (p *program) path(from string, i int) (string, int) {
	for range rapid.IntRange(0, 4).Draw(p.t, "length") {
		steps := p.steps(i)
		if len(steps) == 0 {
			break
		}
		s := rapid.SampledFrom(steps).Draw(p.t, "step")
		from, i = from+"."+s.name+s.after, s.to
	}
	return from, i
}

// body are the statements of a function in a package: each has a variable of a type and goes on from there.
func (p *program) body(pkg int) string {
	var b strings.Builder
	for range rapid.IntRange(1, 4).Draw(p.t, "statements") {
		i := 2*rapid.IntRange(0, (p.types-1-pkg)/2).Draw(p.t, "of") + pkg
		if pkg == 1 && rapid.Bool().Draw(p.t, "other package") {
			i--
		}
		x, at := p.path("x", i)
		y, _ := p.path("y", at)
		form := rapid.SampledFrom([]string{"var x T\nUSE", "x := new(T)\nUSE", "x := &T{}\nUSE", "x, _ := any(nil).(*T)\nUSE",
			"for _, x := range []*T{} {\nUSE}", "for x := range make(chan *T) {\nUSE}", "for _, x := range map[string]T{} {\nx := &x\nUSE}",
			"switch x := any(nil).(type) {\ncase *T:\nUSE}", "func(x *T) {\nUSE}(nil)", "for _, c := range []struct{ x *T }{{x: new(T)}} {\nx := c.x\nUSE}",
			"x := func() *T { return nil }()\nUSE", "type t struct{ x *T }\nx := (&t{}).x\nUSE", "x := append([]T{}, T{})[0]\nUSE",
		}).Draw(p.t, "form")
		use := fmt.Sprintf("y := %s\n_ = %s\n", x, y)
		fmt.Fprintf(&b, "{\n%s\n}\n", strings.NewReplacer("USE", use, "T", p.name(i, pkg)).Replace(form))
	}
	return b.String()
}

func (p *program) write(t interface{ Fatal(...any) }, dir string) {
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n"}
	for i := range p.types {
		var b strings.Builder
		if i%2 == 0 {
			b.WriteString("package a\n")
		} else {
			b.WriteString("package b\n\nimport \"example.com/m/a\"\n\nvar _ a.T0\n")
		}
		fmt.Fprintf(&b, "\ntype T%d struct {\n", i)
		for _, f := range p.fields[i] {
			if f.typ == "" {
				fmt.Fprintf(&b, "\t%s\n", f.name)
			} else {
				fmt.Fprintf(&b, "\t%s %s\n", f.name, f.typ)
			}
		}
		b.WriteString("}\n")
		for _, m := range p.methods[i] {
			fmt.Fprintf(&b, "\nfunc (t *T%d) %s() (r %s) { return }\n", i, m.name, m.typ)
		}
		for f := range 2 {
			fmt.Fprintf(&b, "\nfunc f%d_%d() {\n%s}\n", i, f, p.body(i%2))
		}
		files[fmt.Sprintf("%s/f%d.go", string("ab"[i%2]), i)] = b.String()
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestUsesOfGeneratedPrograms shows that the uses of members are those that go/types finds, all of them and no other,
// where every type is said somewhere in the folder.
func TestUsesOfGeneratedPrograms(t *testing.T) {
	dir := t.TempDir()
	programs := 0
	rapid.Check(t, func(t *rapid.T) {
		if programs == generatedPrograms {
			return
		}
		newProgram(t).write(t, filepath.Join(dir, fmt.Sprint(programs)))
		programs++
	})
	if testing.Short() {
		programs = min(programs, 3)
	}
	uses := 0
	for i := range programs {
		o := newOracle(t, filepath.Join(dir, fmt.Sprint(i)), "./...")
		if missed, wrong := o.Differences(); len(missed)+len(wrong) > 0 {
			t.Errorf("program %d:\nmissed: %s\nwrong: %s", i, strings.Join(missed, "\n"), strings.Join(wrong, "\n"))
		}
		if uses += len(o.Truth); t.Failed() {
			return
		}
	}
	t.Logf("%d uses in %d programs", uses, programs)
}
