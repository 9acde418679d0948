package ecmascript

import (
	"bytes"
	"encoding/json"
)

// condense are what is read of lock files, which may have megabytes of checksums.
func condense() map[string]func([]byte) []byte {
	return map[string]func([]byte) []byte{
		"package-lock.json": condenseNpm, "npm-shrinkwrap.json": condenseNpm, "pnpm-lock.yaml": condensePnpm, "yarn.lock": condenseYarn,
	}
}

func condenseNpm(text []byte) []byte {
	var lock npmLock
	if json.Unmarshal(text, &lock) != nil {
		return []byte{}
	}
	out, err := json.Marshal(lock)
	if err != nil {
		return []byte{}
	}
	return out
}

// condensePnpm leaves out the packages themselves: the importers stand before them.
func condensePnpm(text []byte) []byte {
	end := len(text)
	if at := bytes.Index(text, []byte("\npackages:")); at >= 0 {
		end = at + 1
	}
	return bytes.Clone(text[:end])
}

// condenseYarn leaves what manifests ask for, and the versions of that.
func condenseYarn(text []byte) []byte {
	out := []byte{}
	for line := range bytes.Lines(text) {
		if line[0] != ' ' || bytes.HasPrefix(bytes.TrimLeft(line, ` "`), []byte("version")) {
			out = append(out, line...)
		}
	}
	return out
}
