package rank

import (
	"slices"
	"strings"
)

// inLibrary is where a path of a language's own library, as installed, lies in that library. It is not ok for other paths, also
// for those of packages that are installed beside it.
func inLibrary(p string) (rest string, ok bool) {
	parts := strings.Split(p, "/")
	for i, part := range parts {
		from := len(parts)
		at := func(k int) string {
			if i+k < 0 || i+k >= len(parts) {
				return ""
			}
			return parts[i+k]
		}
		switch strings.ToLower(part) {
		case "lib", "lib64":
			switch {
			case versioned(at(1), "python"): // /usr/lib/python3.12/json/decoder.py
				from = i + 2
			case versioned(at(-1), "python"): // C:/Python312/Lib/json/decoder.py
				from = i + 1
			case at(1) == "ruby" && versioned(at(2), ""):
				from = i + 3
			}
		case "go": // /usr/local/go/src/net/http/server.go, but not ~/go/src/github.com/gin-gonic/gin/gin.go
			if at(1) == "src" && !strings.Contains(at(2), ".") {
				from = i + 2
			}
		case "rustc": // /rustc/0fd4a2e8/library/core/src/option.rs
			from = i + 2
		}
		if from < len(parts) {
			besides := []string{"site-packages", "dist-packages", "gems"}
			return strings.Join(parts[from:], "/"), !slices.Contains(besides, parts[from])
		}
	}
	return "", false
}

// versioned reports whether a name is another one with a version: python3.12.
func versioned(name, of string) bool {
	version, is := strings.CutPrefix(strings.ToLower(name), of)
	return is && version != "" && strings.Trim(version, "0123456789.") == ""
}
