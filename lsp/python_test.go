package lsp

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// miniPython is a language for tests: as much of Python as the fixtures need, read line by line.
func miniPython() *analysis.Language {
	lexis := analysis.HashLexis()
	lexis.Doc = func(line string) (string, bool) { return line, true }
	return &analysis.Language{
		ID: "python", Extensions: []string{".py"}, Fence: "python", Lexis: lexis, Family: "python", Extract: extractPython,
		NewResolver: func(t *analysis.Tree) analysis.Resolver { return pythonResolver{t} },
		IsTest:      func(p string) bool { return strings.HasPrefix(path.Base(p), "test_") },
	}
}

func extractPython(src []byte) (*analysis.Facts, error) {
	imports := regexp.MustCompile(`^from (\S+) import (.+)$`)
	module := regexp.MustCompile(`^import (\S+)$`)
	definition := regexp.MustCompile(`^( *)(def|class) (\w+)(.*):$`)
	name := regexp.MustCompile(`[A-Za-z_]\w*`)

	f := &analysis.Facts{Language: "python", Terms: analysis.Terms(src)}
	counts := map[string]uint32{}
	offset, class := uint32(0), ""
	for _, line := range strings.SplitAfter(string(src), "\n") {
		text := strings.TrimRight(line, "\r\n")
		if m := imports.FindStringSubmatch(text); m != nil {
			imp := analysis.Import{Specifier: m[1], Line: f.Lines}
			for _, n := range strings.Split(m[2], ", ") {
				imp.Names = append(imp.Names, analysis.Binding{Name: n, Local: n})
			}
			f.Imports = append(f.Imports, imp)
		} else if m := module.FindStringSubmatch(text); m != nil {
			f.Imports = append(f.Imports, analysis.Import{Specifier: m[1], Line: f.Lines})
		} else if m := definition.FindStringSubmatch(text); m != nil {
			s := analysis.Symbol{Name: m[3], Signature: strings.TrimSpace(strings.TrimSuffix(text, ":")), Exported: m[3][0] != '_', Line: f.Lines,
				Range: analysis.Span{Start: offset + uint32(len(m[1])), End: offset + uint32(len(text))}}
			switch {
			case m[2] == "class":
				s.Kind, class = analysis.Class, m[3]
			case m[1] != "":
				s.Kind, s.Container = analysis.Method, class
			default:
				class = ""
			}
			f.Symbols = append(f.Symbols, s)
		} else {
			for _, n := range name.FindAllString(text, -1) {
				counts[n]++
			}
			if doc := strings.TrimSpace(text); strings.HasPrefix(doc, `"""`) && len(f.Symbols) > 0 {
				f.Symbols[len(f.Symbols)-1].Doc = strings.Trim(doc, `"`)
			}
			if strings.HasPrefix(text, " ") && len(f.Symbols) > 0 { // the body ends with its last line
				for i := range f.Symbols {
					if s := &f.Symbols[i]; i == len(f.Symbols)-1 || s.Name == class {
						s.Range.End = offset + uint32(len(text))
					}
				}
			}
		}
		offset += uint32(len(line))
		if line != "" {
			f.Lines++
		}
	}
	for n, c := range counts {
		f.References = append(f.References, analysis.Reference{Name: n, Count: c})
	}
	slices.SortFunc(f.References, func(a, b analysis.Reference) int { return strings.Compare(a.Name, b.Name) })
	return f, nil
}

type pythonResolver struct{ tree *analysis.Tree }

func (r pythonResolver) Resolve(_ string, imp *analysis.Import) analysis.Resolution {
	p := strings.ReplaceAll(imp.Specifier, ".", "/")
	for _, file := range []string{p + ".py", p + "/__init__.py"} {
		if r.tree.Has(file) {
			return analysis.Resolution{Status: analysis.Resolved, Files: []string{file}}
		}
	}
	if imp.Specifier == "os" || imp.Specifier == "sys" {
		return analysis.Resolution{Status: analysis.External}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

func (pythonResolver) Siblings(string) []string { return nil }

func (pythonResolver) ModuleName(p string) string {
	return strings.ReplaceAll(strings.TrimSuffix(p, ".py"), "/", ".")
}
