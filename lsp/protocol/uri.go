package protocol

import (
	"errors"
	"path"
	"runtime"
	"strings"

	"go.lsp.dev/uri"
)

// The reasons why a URI names no file of this machine.
var (
	errEmptyURI  = errors.New("an empty URI")
	errNotFile   = errors.New("not a file: URI")
	errOtherHost = errors.New("a file of another machine")
	errNUL       = errors.New("a path with a NUL byte")
	errHost      = errors.New("a machine's name with a slash")
)

// Path is the absolute path that a file: URI names, cleaned. Every spelling of one file's URI gives
// the same path; documents of all other schemes (untitled:, git:, notebook cells) give an error, so that
// they never stand for the file they borrow their path from.
func Path(raw string) (string, error) {
	return pathOn(hostPlatform(), raw)
}

func hostPlatform() uri.Platform {
	if runtime.GOOS == "windows" {
		return uri.PlatformWindows
	}
	return uri.PlatformPOSIX
}

func pathOn(platform uri.Platform, raw string) (string, error) {
	if raw == "" {
		return "", errEmptyURI
	}
	if len(raw) < 5 || !strings.EqualFold(raw[:5], "file:") {
		return "", errNotFile
	}
	u, err := uri.Parse("file:" + raw[5:])
	if err != nil {
		return "", err
	}
	host, p := u.Authority(), u.Path()
	if platform == uri.PlatformWindows {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	p = path.Clean(p)
	if len(p) >= 3 && p[2] == ':' { // the package writes drive letters so, where it sees them: not behind a "."
		p = p[:1] + strings.ToLower(p[1:2]) + p[2:]
	}
	if strings.IndexByte(p, 0) >= 0 {
		return "", errNUL
	}
	if host == "localhost" {
		host = ""
	}
	if platform == uri.PlatformPOSIX {
		if host != "" {
			return "", errOtherHost
		}
		return p, nil
	}
	if strings.ContainsAny(host, `/\`) {
		return "", errHost // what it would begin with is no path that a URI can be written of
	}
	if host != "" {
		p = "//" + host + p
	} else if len(p) >= 3 && p[2] == ':' {
		p = p[1:]
		if len(p) == 2 {
			p += "/" // a drive's root
		}
	}
	return strings.ReplaceAll(p, "/", `\`), nil
}

// URI is the canonical URI of an absolute path.
func URI(p string) string { return string(uri.File(p)) }
