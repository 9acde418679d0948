package ecmascript

import (
	"path"
	"strings"
)

// sourceOf traces a build product that is not in the folder back to the source it is made from.
//
// Packages of a workspace point to what they publish ("main": "dist/node/index.js"), but a build's
// output is ignored by git and so not indexed; an import of such a package would lead nowhere, though
// everybody who reads the code knows where. Builds keep the stem of a file and put their directories
// (dist, lib/esm, …) in place of src, so that dist/node/server.d.ts comes from src/node/server.ts or
// src/server.ts, and what is in neither place is most likely bundled from src/index.ts. A path is only
// guessed for a package's own entry points, where one of them must be right.
func (r *resolver) sourceOf(dir, product string, main bool) string {
	stem := strings.TrimSuffix(product, extension(product))
	segments := strings.Split(path.Clean(stem), "/")
	for i := range segments {
		rest := path.Join(segments[i:]...)
		if rest == "index" && !main && !(i == 1 && isOutput(segments[0])) {
			break // the index of a directory that was left out
		}
		if f := r.fileOrIndex(join(dir, "src/"+rest)); f != "" {
			return f
		}
		if f := r.fileOrIndex(join(dir, rest)); f != "" {
			return f
		}
	}
	if main {
		return r.index(join(dir, "src"))
	}
	return ""
}

// isOutput reports whether builds commonly write into a directory of that name.
func isOutput(dir string) bool {
	return dir == "dist" || dir == "lib" || dir == "build" || dir == "out"
}
