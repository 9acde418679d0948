package css

import "github.com/contextls/contextls/analysis/lang/scan"

// use counts the name at a token, where the token uses one.
func (s *sheet) use(i int) {
	name := s.At(i)
	if name.Kind != scan.Word {
		return
	}
	text := s.Text(name)
	switch {
	case s.Is(i-1, "(") && s.Is(i-2, "var"):
		s.Refer("", text)
	case s.id == "css":
	case s.touches(i-1, "$"):
		if !s.Is(i+1, ":") || !s.starts(i-1) && !s.Is(i-2, "(") && !s.Is(i-2, ",") { // a declaration, an argument's name
			s.Refer(s.qualifier(i-1), "$"+text)
		}
	case s.Is(i-1, "include"), s.indented() && s.touches(i-1, "+") && s.starts(i-1):
		if s.touches(i+1, ".") { // the name comes after its module
			return
		}
		s.Refer("", text)
	case s.touches(i-1, ".") && s.namespaced(i-1) && (s.Is(i-3, "include") || s.call(i)):
		s.Refer(s.qualifier(i), text)
	case s.Is(i-2, "extend"):
		s.Refer("", s.Text(s.At(i-1))+text) // .class or %placeholder
	case s.id == "less" && s.lessUse(i):
		s.Refer("", s.mark(i)+text)
	case s.call(i) && !s.Is(i-1, "@") && !s.Is(i-1, ".") && !s.touches(i-1, ":") && !s.Is(i-1, "function") && !s.Is(i-1, "mixin"):
		s.Refer("", text)
	}
}

// lessUse reports whether a token uses a variable or a mixin of Less.
func (s *sheet) lessUse(i int) bool {
	switch {
	case s.touches(i-1, "@"): // a statement of that form is an at-rule, unless it calls the variable
		return !s.Is(i+1, ":") && (!s.starts(i-1) || s.call(i))
	case s.touches(i-2, "@") && s.touches(i-1, "{"):
		return true
	case s.touches(i-1, ".") && s.starts(i-1):
		return s.Is(i+1, ";") || s.Is(i+1, "}") || s.Is(i+1, "(") && !s.Is(s.head(i), "{")
	}
	return s.touches(i-1, ".") && s.Is(i-2, "(") && s.Is(i-3, "extend")
}

// mark is what stands before a name of Less and belongs to it.
func (s *sheet) mark(i int) string {
	if s.Is(i-1, ".") {
		return "."
	}
	return "@"
}

// call reports whether a name is called.
func (s *sheet) call(i int) bool { return s.Is(i+1, "(") && s.At(i).End == s.At(i+1).Start }

// namespaced reports whether a dot follows a module's name and not a selector.
func (s *sheet) namespaced(dot int) bool {
	return s.At(dot-1).Kind == scan.Word && s.At(dot-1).End == s.At(dot).Start
}

// qualifier is the module's name before the name at a token: module.name.
func (s *sheet) qualifier(i int) string {
	if s.Is(i-1, ".") && s.namespaced(i-1) {
		return s.Text(s.At(i - 2))
	}
	return ""
}
