package java

// modifiers reads modifiers and annotations.
func (r *receivers) modifiers() {
	for r.At < r.End {
		switch r.Kind() {
		case '@':
			if r.IsAt(r.At+1, "interface") || r.KindAt(r.At+1) != 'n' {
				return
			}
			r.annotation()
		case 'n':
			switch r.Str(r.At) {
			case "public", "protected", "private", "static", "final", "abstract", "native", "synchronized", "transient", "volatile", "strictfp", "default":
				if r.IsAt(r.At+1, ":") || r.IsAt(r.At+1, "->") || r.IsAt(r.At, "synchronized") && r.IsAt(r.At+1, "(") { // of a switch; a statement
					return
				}
				r.At++
			case "sealed", "non":
				if !r.IsAt(r.At, "sealed") && !r.IsAt(r.At+1, "-") || r.IsAt(r.At, "sealed") && r.KindAt(r.At+1) != 'n' {
					return
				}
				for r.Is("non") || r.Is("-") || r.Is("sealed") {
					r.noName()
				}
			default:
				return
			}
		default:
			return
		}
	}
}

// annotations reads those before a part of a type.
func (r *receivers) annotations() {
	for r.Kind() == '@' && r.KindAt(r.At+1) == 'n' && !r.IsAt(r.At+1, "interface") {
		r.annotation()
	}
}

// annotation reads an annotation: its elements are named in it.
func (r *receivers) annotation() {
	r.At++
	if r.Kind() != 'n' {
		return
	}
	t := r.namedType()
	if r.Kind() == '(' {
		r.Each(func(int) {
			if r.Kind() == 'n' && r.IsAt(r.At+1, "=") {
				r.member(r.At, t)
				r.At += 2
			}
			r.value()
		})
	}
}

// annotationEnd is where the annotation ends that begins at a token.
func (r *receivers) annotationEnd(i int) int {
	for i += 2; r.IsAt(i, ".") && r.KindAt(i+1) == 'n'; {
		i += 2
	}
	if r.KindAt(i) == '(' {
		return r.After(i)
	}
	return i
}
