package css

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// imports reads the sheets that a rule names.
func (s *sheet) imports(i int, rule string) {
	end := s.head(i)
	for j := i + 2; j < end; j++ {
		t := s.At(j)
		switch {
		case t.Kind == scan.String:
		case s.Is(j, "url") && s.Is(j+1, "("):
			j += 2
			t = s.At(j)
		case s.Is(j, "("): // Less: (reference); Sass: with (…)
			j = s.Close(j)
			continue
		default:
			continue
		}
		spec := scan.Unquote(s.Text(t))
		if len(spec) >= len("url(") && strings.EqualFold(spec[:len("url(")], "url(") {
			spec = strings.TrimSpace(strings.TrimSuffix(spec[len("url("):], ")"))
		}
		imp := analysis.Import{Specifier: spec}
		switch rule {
		case "import":
			imp.Star, imp.ReExport = true, true
		case "forward":
			imp.Star, imp.ReExport = true, true
		case "use":
			imp.Local = namespace(spec)
			if s.Is(j+1, "as") {
				imp.Local = s.Text(s.At(j + 2))
			}
			if imp.Local == "*" {
				imp.Local, imp.Star = "", true
			}
		}
		if isSheet(spec) {
			s.Import(t.Start, imp)
		}
		if rule != "import" {
			return
		}
	}
}

// namespace is what a module is called where nothing else is said.
func namespace(spec string) string {
	if _, builtin, ok := strings.Cut(spec, ":"); ok {
		return builtin
	}
	base := path.Base(spec)
	if stem := strings.TrimSuffix(base, path.Ext(base)); stem != "" {
		base = stem
	}
	return strings.TrimPrefix(base, "_")
}

// isSheet reports whether a specifier is a path and is filled in.
func isSheet(spec string) bool {
	scheme, _, ok := strings.Cut(spec, ":")
	url := strings.HasPrefix(spec, "//") || ok && scheme != "sass" && !strings.ContainsAny(scheme, "/.")
	open := strings.ContainsAny(spec, "{}<>$\"'\r\n*")
	return spec != "" && !url && !open
}

// composes reads composes: a b from "./other.css", of CSS modules.
func (s *sheet) composes(i int) {
	imp := analysis.Import{}
	for j, end := i+2, s.head(i); j < end; j++ {
		switch {
		case s.Is(j, "from") && s.At(j+1).Kind == scan.String:
			imp.Specifier = scan.Unquote(s.Text(s.At(j + 1)))
			s.Import(s.At(j).Start, imp)
			return
		case s.At(j).Kind == scan.Word:
			name := "." + s.Text(s.At(j))
			imp.Names = append(imp.Names, analysis.Binding{Name: name, Local: name})
		}
	}
}
