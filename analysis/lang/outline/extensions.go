package outline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// Extensions reads Facts and lets the calls of imported extension functions be uses of their imports: in
// "import a.pretty" and "x.pretty()" the receiver says nothing about where pretty is defined, the import
// does. Imported types keep out: x.Name is a member.
func Extensions(extract func([]byte) (*analysis.Facts, error)) func([]byte) (*analysis.Facts, error) {
	return func(src []byte) (*analysis.Facts, error) {
		f, err := extract(src)
		if err != nil {
			return nil, err
		}
		imported := map[string]bool{}
		for _, imp := range f.Imports {
			for _, n := range imp.Names {
				if first, _ := utf8.DecodeRuneInString(n.Local); !unicode.IsUpper(first) {
					imported[n.Local] = true
				}
			}
		}
		bare := map[string]uint32{}
		f.References = slices.DeleteFunc(f.References, func(r analysis.Reference) bool {
			extension := imported[r.Name] && (r.Qualifier == analysis.UnknownQualifier || r.Qualifier == "")
			if extension {
				bare[r.Name] += r.Count
			}
			return extension
		})
		for name, count := range bare {
			f.References = append(f.References, analysis.Reference{Name: name, Count: count})
		}
		slices.SortFunc(f.References, func(x, y analysis.Reference) int {
			return cmp.Or(strings.Compare(x.Qualifier, y.Qualifier), strings.Compare(x.Name, y.Name))
		})
		return f, nil
	}
}
