package python

import "strings"

// dists are the distributions that the folder's manifests declare, by normalised name. A name with a
// hyphen at its end stands for all that begin with it.
type dists map[string]bool

// addAll adds the distributions of requirements as PEP 508 and pip's requirements files write them.
func (d dists) addAll(requirements []string) {
	for _, r := range requirements {
		if _, egg, ok := strings.Cut(r, "#egg="); ok {
			r = egg
		}
		r = strings.TrimSpace(r)
		end := strings.IndexFunc(r, func(c rune) bool {
			return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_.", c))
		})
		if end < 0 {
			end = len(r)
		}
		if end == 0 || r[0] == '-' || r[0] == '.' || end < len(r) && strings.IndexByte("/:\\", r[end]) >= 0 {
			continue // an option, a path, a URL
		}
		d.add(normalise(r[:end]))
	}
}

// addLocked adds the distributions that a lock file lists, each as a [[package]] of its own.
func (d dists) addLocked(text string) {
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "name = "); ok {
			d.add(normalise(strings.Trim(name, "\"' \t\r\n")))
		}
	}
}

// add adds a distribution, and what it is probably imported as where that is not its own name:
// python-dotenv as dotenv, PyYAML as yaml, types-requests as requests, sphinx-lint as sphinxlint.
func (d dists) add(name string) {
	d[name] = true
	d[strings.ReplaceAll(name, "-", "")] = true
	for i := range len(name) {
		if name[i] == '-' {
			d[name[:i+1]] = true
		}
	}
	for _, prefix := range []string{"python-", "py", "types-", "django-"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && len(rest) > 1 {
			d.add(strings.TrimPrefix(rest, "-"))
		}
	}
	for _, suffix := range []string{"-python", "-py", "-stubs"} {
		if rest, ok := strings.CutSuffix(name, suffix); ok && rest != "" {
			d.add(rest)
		}
	}
}

// have reports whether a module comes from a declared distribution. Where the folder claims the name's
// first part, it takes a distribution of a longer part: azure.core is azure-core's.
func (d dists) have(module string, claimed bool) bool {
	top, rest, _ := strings.Cut(module, ".")
	if claimed {
		for rest != "" {
			var part string
			part, rest, _ = strings.Cut(rest, ".")
			if top += "." + part; d[normalise(top)] {
				return true
			}
		}
		return false
	}
	// The second covers both namespaces (google.cloud of google-cloud-storage) and plugins, whose host
	// is installed with them (flask with flask-login).
	name := normalise(top)
	if d[name] || d[name+"-"] {
		return true
	}
	for _, dist := range otherNames[top] {
		if d[dist] {
			return true
		}
	}
	return false
}

// normalise makes the names of one distribution equal, as PEP 503 does: Foo.bar__baz is foo-bar-baz.
func normalise(name string) string {
	if !strings.ContainsAny(name, "_.-") {
		return strings.ToLower(name)
	}
	parts := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c == '-' || c == '_' || c == '.' })
	return strings.Join(parts, "-")
}

// otherNames are well-known modules whose distributions go by a name that nothing leads to.
var otherNames = map[string][]string{
	"Bio":             {"biopython"},
	"Crypto":          {"pycryptodome", "pycrypto"},
	"Cryptodome":      {"pycryptodomex"},
	"MySQLdb":         {"mysqlclient"},
	"PIL":             {"pillow", "pillow-simd"},
	"_pytest":         {"pytest"},
	"attr":            {"attrs"},
	"bs4":             {"beautifulsoup4"},
	"bson":            {"pymongo"},
	"cv2":             {"opencv-"},
	"django_filters":  {"django-filter"},
	"dns":             {"dnspython"},
	"fitz":            {"pymupdf"},
	"gi":              {"pygobject"},
	"git":             {"gitpython"},
	"google":          {"protobuf", "googleapis-common-protos"},
	"googleapiclient": {"google-api-python-client"},
	"gridfs":          {"pymongo"},
	"grpc":            {"grpcio"},
	"mpl_toolkits":    {"matplotlib"},
	"osgeo":           {"gdal"},
	"pkg_resources":   {"setuptools"},
	"pylab":           {"matplotlib"},
	"pythoncom":       {"pywin32"},
	"pywintypes":      {"pywin32"},
	"rest_framework":  {"djangorestframework"},
	"skimage":         {"scikit-image"},
	"sklearn":         {"scikit-learn"},
	"win32api":        {"pywin32"},
	"win32com":        {"pywin32"},
	"win32con":        {"pywin32"},
	"wx":              {"wxpython"},
}
