package rank

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// lambdaType stands for the type of a function that is written where it is given.
const lambdaType = "->"

// arguments are the parts between commas of a text up to the bracket that closes it.
func arguments(text string) (all []string) {
	depth, from := 0, 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '"', '\'':
			at += quoted(text[at:]) - 1
		case '/':
			at += comment(text[at:])
		case '(', '[', '{':
			depth++
		case '<':
			if at > 0 && identifierByte(text[at-1]) { // arguments of a type, and no operator
				depth++
			}
		case '>':
			if depth > 0 && at > 0 && text[at-1] != '-' && text[at-1] != ' ' {
				depth--
			}
		case ')', ']', '}':
			if depth--; depth < 0 {
				if last := text[from:at]; len(all) > 0 || strings.TrimSpace(last) != "" {
					all = append(all, last)
				}
				return all
			}
		case ',':
			if depth == 0 {
				all = append(all, text[from:at])
				from = at + 1
			}
		}
	}
	return all
}

// comment is how much longer than a byte the comment is that a text may begin with.
func comment(text string) int {
	end := map[bool]string{true: "\n", false: "*/"}[strings.HasPrefix(text, "//")]
	if !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "/*") {
		return 0
	}
	if at := strings.Index(text[2:], end); at >= 0 {
		return at + 2
	}
	return len(text)
}

// quoted is the length of the string that a text begins with.
func quoted(text string) int {
	mark := text[:1]
	if strings.HasPrefix(text, `"""`) {
		mark = text[:3]
	}
	for at := len(mark); at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case strings.HasPrefix(text[at:], mark):
			return at + len(mark)
		}
	}
	return len(text)
}

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
	switch {
	case value == "":
		return ""
	case isLambda(value):
		return lambdaType
	case value[0] == '(':
		return castType(value)
	case strings.Contains(value, " ? "):
		return ""
	case value == "true", value == "false", value[0] == '!', strings.Contains(value, " == "), strings.Contains(value, " != "), strings.Contains(value, " && "):
		return "boolean"
	case value == "null":
		return "null"
	case strings.HasSuffix(value, ".class"):
		return "Class"
	case value[0] == '"', strings.Contains(value, `" + `), strings.Contains(value, ` + "`):
		if value[0] == '"' && quoted(value) < len(value) && strings.HasSuffix(value, ")") && !strings.Contains(value, " + ") { // a call of a member
			return ""
		}
		return "String"
	case value[0] == '\'':
		return "char"
	case '0' <= value[0] && value[0] <= '9', value[0] == '-':
		return numberType(value)
	case strings.HasPrefix(value, "new "):
		return madeType(value[len("new "):])
	case strings.HasSuffix(value, ".toString()"), strings.HasPrefix(value, "String.valueOf("), strings.HasPrefix(value, "String.format("):
		return "String"
	case lastWord(value) == value:
		return f.variableType(value, place)
	case strings.HasPrefix(value, "this.") && lastWord(value) == value[len("this."):]:
		return f.fieldType(value[len("this."):])
	}
	return ""
}

// isLambda reports whether a value is a function that is written there, or a method that is named.
func isLambda(value string) bool {
	params, _, arrow := strings.Cut(value, "->")
	if arrow {
		return !strings.ContainsAny(strings.Trim(strings.TrimSpace(params), "()"), "(.\"=")
	}
	return strings.Contains(value, "::") && !strings.ContainsAny(value, "()")
}

// castType is the type that a value in parentheses is cast to, "" where it is not.
func castType(value string) string {
	inner := arguments(value[1:])
	if len(inner) != 1 {
		return ""
	}
	if of := strings.TrimLeft(value[len(inner[0])+2:], blank); of == "" || !identifierByte(of[0]) && of[0] != '(' && of[0] != '"' {
		return ""
	}
	return typeBefore(strings.TrimSpace(inner[0]) + " x")
}

// numberType is the type of a number.
func numberType(value string) string {
	if strings.ContainsAny(value, " (") || strings.Trim(value, "-0123456789_.xXabcdefABCDEFlL") != "" {
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

// madeType is the type of what is made by what stands behind new.
func madeType(text string) string {
	end := 0
	for end < len(text) && (identifierByte(text[end]) || text[end] == '.') {
		end++
	}
	name := lastPart(text[:end])
	if rest := strings.TrimLeft(text[end:], blank); strings.HasPrefix(rest, "[") {
		return name + strings.Repeat("[]", strings.Count(rest[:strings.IndexAny(rest+"{", "{")], "["))
	}
	if strings.HasSuffix(text, ")") && strings.Count(text, "(") > 1 && (strings.Contains(text, ").") || strings.Contains(text, "}.")) { // a call of a member
		return ""
	}
	return name
}

// variableType is the type with which a variable is declared last before a place, in the definition around that; else that of a field.
func (f *useFinder) variableType(name string, place analysis.Span) string {
	if in := f.around(place); in != WholeFile {
		text, typ := f.text[f.ix.symbols(f.n)[in].Range.Start:place.Start], ""
		eachPlace(text, 0, map[string]float64{name: 1}, func(name string, at int) {
			if after := strings.TrimLeft(text[at+len(name):], blank); beginsWithAny(after, "=;,):") && !strings.HasPrefix(after, "==") {
				if t := typeBefore(text[max(0, at-declarationLength) : at+len(name)]); t != "" && endsInType(text[:at]) {
					typ = t
				}
			}
		})
		switch typ {
		case "":
		case "var", "final":
			return ""
		default:
			return strings.TrimSuffix(typ, "...") + boolString(strings.HasSuffix(typ, "..."), "[]")
		}
	}
	return f.fieldType(name)
}

// declarationLength is how many bytes before a variable's name its type is looked for.
const declarationLength = 200

func boolString(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// fieldType is the type of a field of the file.
func (f *useFinder) fieldType(name string) string {
	symbols := f.ix.symbols(f.n)
	for i := range symbols {
		if s := &symbols[i]; s.Name == name && (s.Kind == analysis.Field || s.Kind == analysis.Constant) {
			declared, _, _ := strings.Cut(s.Signature, " = ")
			return typeBefore(strings.TrimSpace(declared))
		}
	}
	return ""
}
