package rank

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// lambdaType stands for the type of a function that is written where it is given.
const lambdaType = "->"

// typeBefore is the type before the last word of a declaration, without its arguments, its package and what modifies it: "" where
// there is none. What declares a variable of many values (int... n) has the dots with it.
func typeBefore(declaration string) string {
	text := strings.TrimRight(strings.TrimSuffix(declaration, lastWord(declaration)), blank)
	suffix := ""
	for {
		switch {
		case strings.HasSuffix(text, "..."):
			text, suffix = strings.TrimRight(text[:len(text)-3], blank), "..."+suffix
		case strings.HasSuffix(text, "[]"):
			text, suffix = strings.TrimRight(text[:len(text)-2], blank), "[]"+suffix
		case strings.HasSuffix(text, ">"):
			depth := 0
			at := len(text) - 1
			for ; at >= 0; at-- {
				if text[at] == '>' {
					depth++
				} else if text[at] == '<' {
					if depth--; depth == 0 {
						break
					}
				}
			}
			text = strings.TrimRight(text[:max(at, 0)], blank)
		default:
			if word := lastWord(text); isType(word) {
				return word + suffix
			}
			return ""
		}
	}
}

// typeOf is the type of a value as far as its text tells, without arguments and packages; "" where that is unknown.
func (f *useFinder) typeOf(value string, place analysis.Span) string {
	shape := shapeOf(value)
	switch {
	case shape == "", strings.Contains(shape, "?"):
		return ""
	case strings.Contains(shape, "->"), strings.Contains(shape, "::") && !strings.Contains(shape, "("):
		return lambdaType
	case shape == "null":
		return "null"
	case shape == "true", shape == "false", shape[0] == '!', containsAny(shape, "==", "!=", "&&", "||", "<", ">"), strings.Contains(shape, " instanceof "):
		return "boolean"
	case containsAny(shape, "+", " - ", "*", "/", "%", "&", "|", "^"):
		if strings.Contains(shape, "+") && strings.Contains(shape, `""`) {
			return "String"
		}
		return ""
	case shape == `""`, strings.HasSuffix(shape, ".toString()"), shape == "String.valueOf()", shape == "String.format()":
		return "String"
	case shape == "''":
		return "char"
	case strings.HasSuffix(shape, ".class") && !strings.Contains(shape, "("):
		return "Class"
	case strings.HasPrefix(shape, "()"):
		return castType(value)
	case strings.HasPrefix(shape, "new "):
		return madeType(shape[len("new "):])
	case '0' <= strings.TrimPrefix(shape, "-")[:1][0] && strings.TrimPrefix(shape, "-")[0] <= '9':
		return numberType(shape)
	case lastWord(shape) == shape:
		return f.variableType(shape, place)
	case strings.HasPrefix(shape, "this.") && lastWord(shape) == shape[len("this."):]:
		return f.fieldType(shape[len("this."):])
	}
	return ""
}

func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// castType is the type that a value which begins with a parenthesis is cast to, "" where it is not.
func castType(value string) string {
	end := closing(value)
	if of := strings.TrimLeft(value[end+1:], blank); of == "" || !identifierByte(of[0]) && of[0] != '(' && of[0] != '"' {
		return ""
	}
	return typeBefore(strings.TrimSpace(value[1:end]) + " x")
}

// numberType is the type of a number.
func numberType(value string) string {
	if strings.Trim(value, "-0123456789_.xXabcdefABCDEFlL") != "" {
		return ""
	}
	hex := strings.Contains(value, "x")
	switch {
	case strings.HasSuffix(strings.ToLower(value), "l"):
		return "long"
	case !hex && strings.HasSuffix(strings.ToLower(value), "f"):
		return "float"
	case !hex && strings.ContainsAny(value, ".eEdD"):
		return "double"
	}
	return "int"
}

// madeType is the type of what is made by what stands behind new, by its shape.
func madeType(shape string) string {
	end := strings.IndexAny(shape, "([")
	if end < 0 {
		return ""
	}
	name, rest := lastPart(strings.TrimSpace(shape[:end])), strings.ReplaceAll(shape[end:], " ", "")
	switch sizes := strings.TrimSuffix(rest, "{}"); {
	case rest == "()" || rest == "(){}":
		return name
	case strings.Trim(sizes, "[]") == "":
		return name + sizes
	}
	return ""
}

// variableType is the type with which a variable is declared last before a place, in the definition around that; else that of a field.
func (f *useFinder) variableType(name string, place analysis.Span) string {
	in := f.around(place)
	if in == WholeFile {
		return f.fieldType(name)
	}
	start := int(f.ix.symbols(f.n)[in].Range.Start)
	key := local{in, name}
	declared, known := f.declared[key]
	if !known {
		text := f.text[start:min(len(f.text), int(f.ix.symbols(f.n)[in].Range.End))]
		eachPlace(text, 0, map[string]float64{name: 1}, func(name string, at int) {
			if typ, declares := declaredType(text, at, name); declares {
				declared = append(declared, declaration{start + at, typ})
			}
		})
		if f.declared == nil {
			f.declared = map[local][]declaration{}
		}
		f.declared[key] = declared
	}
	for i := len(declared) - 1; i >= 0; i-- {
		if declared[i].at < int(place.Start) {
			return declared[i].typ
		}
	}
	return f.fieldType(name)
}

// declaration is where a variable is declared, and with which type: "" where that is not said.
type declaration struct {
	at  int
	typ string
}

// declaredType is the type of the variable that a name in a text declares, if it does.
func declaredType(text string, at int, name string) (typ string, declares bool) {
	before, after := text[max(0, at-declarationLength):at], strings.TrimLeft(text[at+len(name):], blank)
	if strings.HasPrefix(after, "->") || endsInAny(strings.TrimRight(before, blank), "(,") && inLambda(after) { // a lambda's
		return "", true
	}
	typ = typeBefore(before + name)
	if typ == "" || !endsInType(before) {
		return "", false
	}
	words := strings.Fields(strings.TrimSuffix(strings.TrimRight(before, blank), typ))
	pattern := len(words) > 0 && (words[len(words)-1] == "instanceof" || words[len(words)-1] == "case")
	if !pattern && (!beginsWithAny(after, "=;,):") || strings.HasPrefix(after, "==")) {
		return "", false
	}
	switch of, many := strings.CutSuffix(typ, "..."); {
	case typ == "var" || typ == "final":
		return "", true
	case many:
		return of + "[]", true
	}
	return typ, true
}

// inLambda reports whether a text goes on with the other parameters of a lambda, and its arrow.
func inLambda(text string) bool {
	names, behind, closes := strings.Cut(text, ")")
	return closes && strings.HasPrefix(strings.TrimLeft(behind, blank), "->") && !strings.ContainsAny(names, "(.=;{\"")
}

// declarationLength is how many bytes before a variable's name its type is looked for.
const declarationLength = 200

// fieldType is the type of a field of the file, if all of its name have the same.
func (f *useFinder) fieldType(name string) (typ string) {
	symbols := f.ix.symbols(f.n)
	for i := range symbols {
		if s := &symbols[i]; s.Name == name && (s.Kind == analysis.Field || s.Kind == analysis.Constant) {
			declared, _, _ := strings.Cut(s.Signature, " = ")
			one := typeBefore(strings.TrimSpace(declared))
			if typ != "" && one != typ {
				return ""
			}
			typ = one
		}
	}
	return typ
}
