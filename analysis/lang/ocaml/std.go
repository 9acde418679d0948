package ocaml

import "strings"

// isStandard reports whether a module is one of OCaml's own libraries'.
func isStandard(name string) bool {
	switch name {
	case "Arg", "Arith_status", "Array", "ArrayLabels", "Atomic", "Bigarray", "Bool", "Buffer", "Bytes", "BytesLabels", "Callback",
		"CamlinternalFormat", "CamlinternalFormatBasics", "CamlinternalLazy", "CamlinternalMod", "CamlinternalOO", "Char", "Complex",
		"Condition", "Digest", "Domain", "Dynarray", "Dynlink", "Effect", "Either", "Ephemeron", "Event", "Filename", "Float", "Format",
		"Fun", "Gc", "Genlex", "Hashtbl", "Iarray", "In_channel", "Int", "Int32", "Int64", "Lazy", "Lexing", "List", "ListLabels", "Map",
		"Marshal", "MoreLabels", "Mutex", "Nativeint", "Obj", "Oo", "Option", "Out_channel", "Pair", "Parsing", "Pervasives", "Pqueue",
		"Printexc", "Printf", "Profiling", "Queue", "Random", "Repr", "Result", "Runtime_events", "Scanf", "Semaphore", "Seq", "Set", "Stack",
		"StdLabels", "Stdlib", "Str", "Stream", "String", "StringLabels", "Sys", "Thread", "ThreadUnix", "Topdirs", "Type", "Uchar", "Unit",
		"Unix", "UnixLabels", "Weak":
		return true
	}
	return false
}

// provided are the modules of libraries that the folder does not have, as far as their names tell.
type provided struct {
	names    map[string]bool // of modules, in lower case
	prefixes map[string]bool // of modules, in lower case: lwt.unix has Lwt_unix
	other    []func(module string) bool
}

// provided gathers what the folder does not have itself of some libraries.
func (r *resolver) provided(libraries []string) provided {
	p := provided{names: map[string]bool{}, prefixes: map[string]bool{}}
	joined := strings.NewReplacer("-", "_", ".", "_")
	for _, library := range libraries {
		if r.libraries[library] != nil {
			continue
		}
		name := strings.ToLower(joined.Replace(library))
		first, _, _ := strings.Cut(name, "_")
		p.names[name], p.names[first], p.prefixes[first] = true, true, true
		for _, m := range modulesOf(library) {
			if prefix, ok := strings.CutSuffix(m, "*"); ok {
				p.other = append(p.other, func(module string) bool { return strings.HasPrefix(module, prefix) })
			} else {
				p.names[strings.ToLower(m)] = true
			}
		}
	}
	return p
}

func (p provided) has(module string) bool {
	lower := strings.ToLower(module)
	first, _, ok := strings.Cut(lower, "_")
	if p.names[lower] || ok && p.prefixes[first] {
		return true
	}
	for _, has := range p.other {
		if has(module) {
			return true
		}
	}
	return false
}

// modulesOf are the modules of libraries that are called otherwise; all that begin so where a * ends it.
func modulesOf(library string) []string {
	root, _, _ := strings.Cut(library, ".")
	switch root {
	case "ounit", "ounit2":
		return []string{"OUnit*"}
	case "ppxlib", "compiler-libs", "ocaml-compiler-libs":
		return strings.Fields("Ast_helper Ast_mapper Asttypes Location Longident Parsetree Parse Pprintast Env Types Typedtree Config Compmisc Toploop")
	case "zarith":
		return []string{"Z", "Q"}
	case "js_of_ocaml":
		return []string{"Js", "Dom", "Dom_html"}
	case "extlib":
		return []string{"ExtLib", "IO"}
	case "batteries":
		return []string{"Bat*"}
	case "containers":
		return []string{"CC*"}
	case "dune-configurator":
		return []string{"Configurator"}
	case "threads":
		return []string{"Thread", "Mutex", "Condition", "Event"}
	}
	return nil
}
