package protobuf

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// resolver finds the files that imports mean.
type resolver struct {
	tree  *analysis.Tree
	named map[string][]string // base name → paths
	deps  map[string][]string // directory → the modules that its buf.yaml and go.mod declare
}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: tree, named: map[string][]string{}, deps: map[string][]string{}}
	for i := range tree.Files() {
		if p := tree.Files()[i].Path; strings.HasSuffix(p, ".proto") {
			r.named[path.Base(p)] = append(r.named[path.Base(p)], p)
		}
	}
	for _, p := range tree.Manifests("buf.yaml") {
		r.deps[analysis.Dir(p)] = dependencies(string(tree.Manifest(p)))
	}
	for _, p := range tree.Manifests("go.mod") {
		for word := range strings.FieldsSeq(string(tree.Manifest(p))) {
			if strings.Contains(word, "/") {
				r.deps[analysis.Dir(p)] = append(r.deps[analysis.Dir(p)], word)
			}
		}
	}
	return r
}

// dependencies are the items of the list "deps" of a buf.yaml.
func dependencies(text string) []string {
	var out []string
	inside := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		item, isItem := strings.CutPrefix(strings.TrimSpace(line), "- ")
		switch {
		case strings.HasPrefix(line, "deps:"):
			inside = true
		case inside && isItem:
			name, _, _ := strings.Cut(strings.Trim(strings.TrimSpace(item), `'"`), ":")
			out = append(out, name)
		case strings.TrimSpace(line) != "":
			inside = false
		}
	}
	return out
}

// Resolve implements analysis.Resolver.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	spec := path.Clean(imp.Specifier)
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		if p := path.Join(dir, spec); r.tree.Has(p) {
			return analysis.Resolution{Files: []string{p}}
		}
		if dir == "" {
			break
		}
	}
	var ends []string
	for _, p := range r.named[path.Base(spec)] {
		if strings.HasSuffix(p, "/"+spec) {
			ends = append(ends, p)
		}
	}
	switch {
	case len(ends) == 1:
		return analysis.Resolution{Files: ends}
	case len(ends) > 1:
		slices.SortStableFunc(ends, func(a, b string) int { return shared(b, from) - shared(a, from) })
		return analysis.Resolution{Status: analysis.Ambiguous, Files: ends}
	}
	// The root may be above the folder: that of a Go module's path, or where the folder itself lies.
	for _, rest, ok := strings.Cut(spec, "/"); ok && strings.Contains(rest, "/"); _, rest, ok = strings.Cut(rest, "/") {
		if r.tree.Has(rest) {
			return analysis.Resolution{Files: []string{rest}}
		}
	}
	if wellKnown(spec) || r.declared(from, spec) {
		return analysis.Resolution{Status: analysis.External}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// shared is how many leading bytes two paths have in common.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// wellKnown reports whether a file comes with protoc.
func wellKnown(spec string) bool {
	rest, ok := strings.CutPrefix(spec, "google/protobuf/")
	if !ok {
		return false
	}
	switch strings.TrimPrefix(rest, "compiler/") {
	case "any.proto", "api.proto", "descriptor.proto", "duration.proto", "empty.proto", "field_mask.proto", "source_context.proto",
		"struct.proto", "timestamp.proto", "type.proto", "wrappers.proto", "plugin.proto", "cpp_features.proto", "java_features.proto",
		"go_features.proto":
		return true
	}
	return false
}

// declared reports whether a manifest above the importing file declares the module that a file is of.
func (r *resolver) declared(from, spec string) bool {
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		if slices.ContainsFunc(r.deps[dir], func(dep string) bool { return provides(dep, spec) }) {
			return true
		}
		if dir == "" {
			return false
		}
	}
}

// provides reports whether a module has a file, for the modules that most projects use: by their names in
// Buf's registry, and as modules of Go.
func provides(dep, spec string) bool {
	for _, p := range []struct{ module, prefixes string }{
		{"googleapis/googleapis", "google/api/ google/rpc/ google/type/ google/longrunning/ google/iam/ google/logging/ google/cloud/"},
		{"google.golang.org/genproto", "google/api/ google/rpc/ google/type/ google/longrunning/ google/iam/ google/logging/ google/cloud/"},
		{"grpc-ecosystem/grpc-gateway", "protoc-gen-openapiv2/"},
		{"envoyproxy/protoc-gen-validate", "validate/"},
		{"bufbuild/protovalidate", "buf/validate/"},
		{"gogo/protobuf", "gogoproto/"},
		{"cosmos/gogo-proto", "gogoproto/"},
		{"cosmos/gogoproto", "gogoproto/"},
		{"cosmos/cosmos-proto", "cosmos_proto/"},
		{"cosmos/cosmos-sdk", "cosmos/ amino/"},
		{"grpc/grpc", "grpc/"},
		{"opentelemetry/opentelemetry", "opentelemetry/"},
		{"gnostic/gnostic", "gnostic/ openapiv3/"},
		{"envoyproxy/envoy", "envoy/"},
		{"envoyproxy/go-control-plane", "envoy/"},
		{"cncf/xds", "xds/ udpa/"},
		{"go.etcd.io/raft", "raftpb/"},
		{"protocolbuffers/wellknowntypes", "google/protobuf/"},
	} {
		if strings.Contains(dep, p.module) &&
			slices.ContainsFunc(strings.Fields(p.prefixes), func(prefix string) bool { return strings.HasPrefix(spec, prefix) }) {
			return true
		}
	}
	return false
}

// Siblings implements analysis.Resolver: even files of one package have to import each other.
func (r *resolver) Siblings(string) []string { return nil }

// ModuleName implements analysis.Resolver.
func (r *resolver) ModuleName(p string) string { return p }
