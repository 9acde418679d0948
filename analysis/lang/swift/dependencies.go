package swift

import (
	"path"
	"regexp"
	"strings"
)

var (
	pinned  = regexp.MustCompile(`"(?:identity|package)"\s*:\s*"([^"]+)"`)
	pod     = regexp.MustCompile(`(?m)^\s*pod\s*\(?\s*['"]([^'"/]+)`)
	carthed = regexp.MustCompile(`(?m)^\s*(?:github|git|binary)\s+"([^"]+)"`)
	product = regexp.MustCompile(`productName = "?([\w.-]+)"?;`)
)

// declared are the names of packages that a manifest other than Package.swift declares.
func declared(file string, text []byte) []string {
	var out []string
	add := func(pattern *regexp.Regexp, text string) {
		for _, found := range pattern.FindAllStringSubmatch(text, -1) {
			out = append(out, strings.TrimSuffix(path.Base(found[1]), ".git"))
		}
	}
	switch path.Base(file) {
	case "Package.resolved":
		add(pinned, string(text))
	case "Podfile":
		add(pod, string(text))
	case "Cartfile":
		add(carthed, string(text))
	case "project.pbxproj":
		_, section, _ := strings.Cut(string(text), "/* Begin XCSwiftPackageProductDependency section */")
		section, _, _ = strings.Cut(section, "/* End XCSwiftPackageProductDependency section */")
		add(product, section)
	}
	return out
}

// plainName is what stays of a package's name when it is compared with a module's: swift-argument-parser
// makes ArgumentParser.
func plainName(name string) string {
	name = strings.ToLower(name)
	name = strings.TrimSuffix(strings.TrimPrefix(name, "swift-"), "-swift")
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".swift"), "-ios")
	return strings.NewReplacer("-", "", "_", "", ".", "").Replace(name)
}
