package rust

// isType reports whether a name in a path is a type's and not a module's; that is a convention, but the
// compiler warns where it is broken.
func isType(name string) bool { return name != "" && 'A' <= name[0] && name[0] <= 'Z' }

// isKeyword reports whether a word is one that no path begins with.
func isKeyword(word string) bool {
	switch word {
	case "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern", "fn", "for", "if", "impl", "in", "let",
		"loop", "match", "mod", "move", "mut", "pub", "ref", "return", "static", "struct", "trait", "type", "unsafe", "use", "where", "while":
		return true
	}
	return false
}

// isStandard reports whether a name is that of a crate that needs no dependency.
func isStandard(name string) bool {
	switch name {
	case "std", "core", "alloc", "proc_macro", "test":
		return true
	}
	return false
}

// isBuiltin reports whether a name is a primitive type's or, in attributes, a tool's.
func isBuiltin(name string) bool {
	switch name {
	case "bool", "char", "str", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
		"clippy", "diagnostic", "miri", "rust_analyzer", "rustdoc", "rustfmt":
		return true
	}
	return false
}
