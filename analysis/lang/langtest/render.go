package langtest

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// renderFacts writes all of the Facts but the terms: those are hashes, which nobody can read.
func renderFacts(out *strings.Builder, name string, src []byte, f *analysis.Facts) {
	fmt.Fprintf(out, "== %s: %s", name, f.Language)
	if f.Package != "" {
		fmt.Fprintf(out, ", package %s", f.Package)
	}
	fmt.Fprintf(out, ", %d lines", f.Lines)
	if f.Generated {
		out.WriteString(", generated")
	}
	out.WriteByte('\n')
	for _, p := range f.Problems {
		fmt.Fprintf(out, "problem: %s\n", p)
	}
	section(out, "symbols", len(f.Symbols))
	for _, s := range f.Symbols {
		renderSymbol(out, src, s)
	}
	section(out, "imports", len(f.Imports))
	for _, imp := range f.Imports {
		fmt.Fprintf(out, "  %d %s\n", imp.Line+1, importText(imp))
	}
	section(out, "exports", len(f.Exports))
	for _, e := range f.Exports {
		fmt.Fprintf(out, "  %s\n", renamed(e.Local, e.Name))
	}
	section(out, "references", len(f.References))
	for i := 0; i < len(f.References); {
		q := f.References[i].Qualifier
		fmt.Fprintf(out, "  %s:", orDash(q))
		for ; i < len(f.References) && f.References[i].Qualifier == q; i++ {
			out.WriteString(" " + f.References[i].Name)
			if n := f.References[i].Count; n != 1 {
				fmt.Fprintf(out, "*%d", n)
			}
		}
		out.WriteByte('\n')
	}
}

// renderSymbol writes "+ kind Container.Name line [range]" with a + for the exported, its signature
// below and its documentation below that.
func renderSymbol(out *strings.Builder, src []byte, s analysis.Symbol) {
	mark, name := "-", s.Name
	if s.Exported {
		mark = "+"
	}
	if s.Container != "" {
		name = s.Container + "." + s.Name
	}
	fmt.Fprintf(out, "  %s %s %s %d [%s-%s]", mark, s.Kind, name, s.Line+1, position(src, s.Range.Start), position(src, s.Range.End))
	if s.Declared {
		out.WriteString(" declared")
	}
	if s.Kind == analysis.TitledTest {
		out.WriteString(" titled")
	}
	out.WriteByte('\n')
	fmt.Fprintf(out, "      %s\n", s.Signature)
	if s.Type != "" {
		fmt.Fprintf(out, "      is %s\n", s.Type)
	}
	if s.Doc != "" {
		fmt.Fprintf(out, "      // %s\n", s.Doc)
	}
}

func renderResolutions(out *strings.Builder, f *analysis.File, r analysis.Resolver) {
	fmt.Fprintf(out, "== %s is %s\n", f.Path, orDash(r.ModuleName(f.Path)))
	if s := r.Siblings(f.Path); len(s) > 0 {
		fmt.Fprintf(out, "%s siblings %s\n", f.Path, strings.Join(s, " "))
	}
	for i := range f.Facts.Get().Imports {
		imp := &f.Facts.Get().Imports[i]
		res := r.Resolve(f.Path, imp)
		fmt.Fprintf(out, "%s:%d %s → %s", f.Path, imp.Line+1, imp.Specifier, res.Status)
		for _, p := range res.Files {
			out.WriteString(" " + p)
		}
		for _, name := range slices.Sorted(maps.Keys(res.Members)) {
			fmt.Fprintf(out, " member %s=[%s]", name, strings.Join(res.Members[name], " "))
		}
		if res.Within != "" {
			out.WriteString(" within=" + res.Within)
		}
		if res.Local != "" {
			out.WriteString(" local=" + res.Local)
		}
		out.WriteByte('\n')
	}
}

func importText(imp analysis.Import) string {
	parts := []string{imp.Specifier}
	if imp.Local != "" {
		parts = append(parts, "as "+imp.Local)
	}
	if imp.Star {
		parts = append(parts, "*")
	}
	if len(imp.Names) > 0 {
		names := make([]string, len(imp.Names))
		for i, b := range imp.Names {
			names[i] = renamed(b.Name, b.Local)
		}
		parts = append(parts, "{"+strings.Join(names, ", ")+"}")
	}
	if imp.ReExport {
		parts = append(parts, "re-export")
	}
	if imp.Implied {
		parts = append(parts, "implied")
	}
	return strings.Join(parts, " ")
}

func section(out *strings.Builder, title string, n int) {
	if n > 0 {
		out.WriteString(title + "\n")
	}
}

func renamed(from, to string) string {
	if from == to {
		return from
	}
	return orDash(from) + " as " + orDash(to)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// position writes a byte offset as line:column; one that is outside the source as it is.
func position(src []byte, off uint32) string {
	if int(off) > len(src) {
		return fmt.Sprintf("@%d", off)
	}
	before := src[:off]
	return fmt.Sprintf("%d:%d", bytes.Count(before, []byte("\n"))+1, int(off)-bytes.LastIndexByte(before, '\n'))
}
