package rust

import (
	"strconv"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/contextls/contextls/analysis/lang/toml"
)

// lock is what a Cargo.lock says of packages that come from elsewhere, by name.
type lock struct {
	versions map[string][]string  // of those from registries
	git      map[string]gitSource // of those from git: the last one of a name
}

// gitSource is a package of a git repository.
type gitSource struct{ version, source string }

// fromGit begins the source of a package of a git repository; its revision follows the last #.
const fromGit = "git+"

// readLock reads the lines of a Cargo.lock that matter, which Cargo writes, one setting a line.
func readLock(text string) lock {
	l := lock{map[string][]string{}, map[string]gitSource{}}
	name, version := "", ""
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
		value = strings.Trim(value, `"`)
		switch key {
		case "[[package]]":
			name, version = "", ""
		case "name":
			name = value
		case "version":
			version = value
		case "source":
			switch {
			case strings.HasPrefix(value, "registry+"), strings.HasPrefix(value, "sparse+"):
				l.versions[name] = append(l.versions[name], version)
			case strings.HasPrefix(value, fromGit):
				l.git[name] = gitSource{version, value}
			}
		}
	}
	return l
}

// condense is what is read of a Cargo.lock.
func condense() map[string]func([]byte) []byte {
	return map[string]func([]byte) []byte{
		"Cargo.lock": func(text []byte) []byte { return toml.Condense(text, "name", "version", "source") },
	}
}

// version is the version of a package that meets a requirement; what is required where the lock does not say it.
func (l lock) version(name, required string) string {
	if required == "" {
		return ""
	}
	if best := newest(l.versions[name], required); best != "" {
		return best
	}
	return required
}

// newest is the newest of some versions that meet a requirement, "" where none does.
func newest(versions []string, required string) (best string) {
	for _, v := range versions {
		if meets(v, required) && (best == "" || semver.Compare("v"+v, "v"+best) > 0) {
			best = v
		}
	}
	return best
}

// meets reports whether a version meets a requirement, as Cargo reads it: 1.2 is ^1.2, and commas part what all has
// to hold.
func meets(version, required string) bool {
	for one := range strings.SplitSeq(required, ",") {
		one = strings.TrimSpace(one)
		number := strings.TrimLeft(one, "^~=<> ")
		if !within(version, strings.TrimSpace(strings.TrimSuffix(one, number)), number) {
			return false
		}
	}
	return semver.IsValid("v" + version)
}

// within reports whether a version is among those that an operator and a number mean. A number may have less than
// three parts, or * for the last ones.
func within(version, operator, number string) bool {
	number, _, _ = strings.Cut(number, "+")
	release, pre, _ := strings.Cut(number, "-")
	var parts []int
	for part := range strings.SplitSeq(release, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break // *
		}
		parts = append(parts, n)
	}
	low := text(parts, pre)
	if len(parts) == 0 {
		return true
	}
	if semver.Prerelease("v"+version) != "" && pre == "" {
		return false
	}
	to := func(i int) string { // the first version with another part i
		next := append([]int(nil), parts[:i+1]...)
		next[i]++
		return text(next, "0")
	}
	compare := func(with string) int { return semver.Compare("v"+version, with) }
	switch operator {
	case ">=":
		return compare(low) >= 0
	case "<":
		return compare(low) < 0
	case ">":
		if len(parts) < 3 {
			return compare(to(len(parts)-1)) >= 0
		}
		return compare(low) > 0
	case "<=":
		if len(parts) < 3 {
			return compare(to(len(parts)-1)) < 0
		}
		return compare(low) <= 0
	case "=":
		if len(parts) < 3 {
			return compare(low) >= 0 && compare(to(len(parts)-1)) < 0
		}
		return compare(low) == 0
	case "~":
		return compare(low) >= 0 && compare(to(min(1, len(parts)-1))) < 0
	}
	last := 0 // the first part that is not 0 may not change
	for last < len(parts)-1 && parts[last] == 0 {
		last++
	}
	if strings.HasSuffix(release, "*") { // 1.* may change what is not said; 0.* as well
		last = len(parts) - 1
	}
	return compare(low) >= 0 && compare(to(last)) < 0
}

// text is a version of up to three parts, for comparisons.
func text(parts []int, pre string) string {
	numbers := []string{"0", "0", "0"}
	for i := range min(len(parts), 3) {
		numbers[i] = strconv.Itoa(parts[i])
	}
	v := "v" + strings.Join(numbers, ".")
	if pre != "" {
		v += "-" + pre
	}
	return v
}
