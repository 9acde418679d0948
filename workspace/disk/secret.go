package disk

import "github.com/contextls/contextls/workspace/secret"

const (
	secretReason  = "secret"
	secretWarning = "named like a secret, but source code: indexed"
)

// Warning says what is odd about a file that is listed, by its path alone; "" when nothing is.
func (f *Folder) Warning(path string) string {
	if f.verdictOn(path) == secret.Likely && f.isSource(path) {
		return secretWarning
	}
	return ""
}

// secret reports whether a path must not be opened. A directory is closed as a whole, unless something in
// it might be allowed, or be source code.
func (f *Folder) secret(path string, dir bool) bool {
	verdict := f.verdictOn(path)
	switch {
	case verdict == secret.Plain:
		return false
	case dir:
		return verdict == secret.Secret && f.allow == nil
	case f.allow.Match(path):
		return false
	}
	return verdict == secret.Secret || !f.isSource(path)
}

// verdictOn is secret.OfPath of a path. That of a directory is worked out once.
func (f *Folder) verdictOn(path string) secret.Verdict {
	dir := parentOf(path)
	if dir == "" {
		return secret.OfLast(path)
	}
	verdict, known := f.verdicts.Load(dir)
	if !known {
		verdict = f.verdictOn(dir)
		f.verdicts.Store(dir, verdict)
	}
	return max(verdict.(secret.Verdict), secret.OfLast(path))
}
