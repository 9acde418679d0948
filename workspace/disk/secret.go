package disk

import (
	"slices"
	"strings"
)

// Secrets are known by name, in any case of letters. A name like these in any place of a path counts:
// what lies in a directory called secrets is no less a secret.

// secretNames are the names of files and directories that hold credentials.
var secretNames = [...]string{".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "credentials.json",
	".npmrc", ".pypirc", ".netrc", "_netrc", ".git-credentials", ".aws"}

// secretEndings are the endings of such names.
var secretEndings = [...]string{".env", ".pem", ".key", ".p12", ".pfx", ".jks", ".tfstate", ".tfstate.backup"}

const (
	secretReason  = "secret"
	secretWarning = "named like a secret, but source code: indexed"
)

// Warning says what is odd about a file that is listed, by its path alone; "" when nothing is.
func (f *Folder) Warning(path string) string {
	if hard, soft := secretLike(path); soft && !hard && f.isSource(path) {
		return secretWarning
	}
	return ""
}

// secret reports whether a path must not be opened. A directory is closed as a whole, unless something in
// it might be allowed, or be source code.
func (f *Folder) secret(path string, dir bool) bool {
	hard, soft := secretLike(path)
	switch {
	case !hard && !soft:
		return false
	case dir:
		return hard && f.allow == nil
	case f.allow.Match(path):
		return false
	}
	return hard || !f.isSource(path)
}

// secretLike reports whether a name in a path is one that secrets have (hard), and whether one contains
// the word "secret" (soft), as names of source files may.
func secretLike(path string) (hard, soft bool) {
	before := ""
	for name := range strings.SplitSeq(strings.ToLower(path), "/") {
		name = strings.TrimRight(name, ". ") // Windows opens .env for ".env." and ".env "
		hard = hard || slices.Contains(secretNames[:], name) || strings.HasPrefix(name, ".env.") ||
			slices.ContainsFunc(secretEndings[:], func(end string) bool { return strings.HasSuffix(name, end) }) ||
			name == "config" && before == ".kube"
		soft = soft || strings.Contains(name, "secret")
		before = name
	}
	return hard, soft
}
