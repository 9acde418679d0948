package task

import "strings"

// readCall reads what was called off a line of a trace whose next line says where, as in Go and Rust; "" for other lines. alone reports
// whether such a line is nothing else for sure.
func readCall(line string) (name string, alone bool) {
	if text := strings.TrimLeft(line, " "); text != line { // "   3: shop::cart::add" and "   3: 0x1 - shop::cart::add"
		number, call, _ := strings.Cut(text, ": ")
		if _, place, found := strings.Cut(call, " - "); found {
			call = place
		}
		if number == "" || strings.Trim(number, "0123456789") != "" || !isIdentifier(lastName(call)) {
			return "", false
		}
		return lastName(call), false
	}
	if by, made := strings.CutPrefix(line, "created by "); made {
		by, _, _ = strings.Cut(by, " in goroutine ")
		return goName(by), strings.ContainsAny(by, "/*") && !strings.Contains(by, " ")
	}
	open := strings.LastIndexByte(line, '(')
	if open < 0 || !strings.HasSuffix(line, ")") || !strings.Contains(line[:open], ".") || strings.ContainsAny(line[:open], " \t") {
		return "", false
	}
	for argument := range strings.SplitSeq(line[open+1:len(line)-1], ",") {
		argument = strings.Trim(argument, " {}")
		if !strings.HasPrefix(argument, "0x") && argument != "..." && argument != "_" && argument != "" {
			return "", false
		}
	}
	return goName(line[:open]), strings.ContainsAny(line[:open], "/*")
}

// goName is the name of the function in one of Go's: github.com/a/shop.(*Cart).Add, main.main.func1, shop.Map[...].
func goName(full string) string {
	full, _, _ = strings.Cut(full, "[")
	parts := strings.Split(full[strings.LastIndexByte(full, '/')+1:], ".")
	for len(parts) > 2 && strings.HasPrefix(parts[len(parts)-1], "func") && strings.Trim(parts[len(parts)-1][len("func"):], "0123456789") == "" {
		parts = parts[:len(parts)-1]
	}
	return parts[len(parts)-1]
}
