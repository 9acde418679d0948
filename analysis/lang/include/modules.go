package include

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// module is a C++ module: the files that declare to be of it, sorted.
type module struct {
	files      []string
	interfaces []string            // export module m
	partitions map[string][]string // ":p" → its interface, else its other files
}

// unit is what a file says it is part of.
type unit struct {
	module, partition string // the partition with its colon
}

// findModules reads the module declarations, which Facts.Package holds: "export m", "m", "export m:p".
func (r *resolver) findModules() {
	r.modules, r.unit = map[string]*module{}, map[string]unit{}
	for _, f := range r.tree.Files() {
		if f.Facts == nil || f.Language == nil || f.Language.Family != Family || f.Facts.Package == "" {
			continue
		}
		name, exported := strings.CutPrefix(f.Facts.Package, "export ")
		name, partition, _ := strings.Cut(strings.ReplaceAll(name, " ", ""), ":")
		if partition != "" {
			partition = ":" + partition
		}
		m := r.modules[name]
		if m == nil {
			m = &module{partitions: map[string][]string{}}
			r.modules[name] = m
		}
		r.unit[f.Path] = unit{name, partition}
		m.files = append(m.files, f.Path)
		switch {
		case partition != "":
			m.partitions[partition] = append(m.partitions[partition], f.Path)
		case exported:
			m.interfaces = append(m.interfaces, f.Path)
		}
	}
}

// module resolves an import of a module or of a partition of the own one; ok reports whether it is one.
func (r *resolver) module(from, spec string) (res analysis.Resolution, ok bool) {
	if spec == "std" || spec == "std.compat" {
		return analysis.Resolution{Status: analysis.External}, true
	}
	if strings.HasPrefix(spec, ":") {
		m := r.modules[r.unit[from].module]
		if m == nil {
			return analysis.Resolution{Status: analysis.Unresolved}, true
		}
		return found(m.partitions[spec]), true
	}
	if m := r.modules[spec]; m != nil {
		if len(m.interfaces) == 0 {
			return found(m.files), true
		}
		return found(m.interfaces), true
	}
	return analysis.Resolution{}, false
}

func found(files []string) analysis.Resolution {
	switch len(files) {
	case 0:
		return analysis.Resolution{Status: analysis.Unresolved}
	case 1:
		return analysis.Resolution{Files: files}
	}
	return analysis.Resolution{Status: analysis.Ambiguous, Files: files}
}
