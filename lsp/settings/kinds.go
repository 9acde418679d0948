package settings

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/contextls/contextls/workspace/ignore"
)

// kind is the type and range of values.
type kind interface {
	// read checks a value, which has one of the types of plain, and returns it as a field has it. The
	// error names the key.
	read(key string, value any) (any, error)
}

// whole is an int from least to most; most 0 means that there is no upper limit.
type whole struct{ least, most int }

func (k whole) read(key string, value any) (any, error) {
	f, ok := value.(float64)
	if !ok {
		return nil, wrongType(key, value, "a whole number")
	}
	if f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
		return nil, fmt.Errorf("%s: %v is not a whole number in range", key, f)
	}
	switch n := int(f); {
	case n < k.least && k.least == 1:
		return nil, fmt.Errorf("%s: %d is not positive", key, n)
	case n < k.least && n >= 0:
		return nil, fmt.Errorf("%s: %d is below %d", key, n, k.least)
	case n < k.least:
		return nil, fmt.Errorf("%s: %d is negative", key, n)
	case k.most != 0 && n > k.most:
		return nil, fmt.Errorf("%s: %d is above %d", key, n, k.most)
	default:
		return n, nil
	}
}

// number is a float64 from 0 to most; most 0 means that there is no upper limit.
type number struct{ most float64 }

func (k number) read(key string, value any) (any, error) {
	f, ok := value.(float64)
	switch {
	case !ok:
		return nil, wrongType(key, value, "a number")
	case k.most == 0 && f < 0:
		return nil, fmt.Errorf("%s: %v is negative", key, f)
	case k.most != 0 && !(f >= 0 && f <= k.most):
		return nil, fmt.Errorf("%s: %v is not between 0 and %v", key, f, k.most)
	}
	return f, nil
}

// boolean is true or false.
type boolean struct{}

func (boolean) read(key string, value any) (any, error) {
	if _, ok := value.(bool); !ok {
		return nil, wrongType(key, value, "true or false")
	}
	return value, nil
}

// choice is one of some strings.
type choice []string

func (k choice) read(key string, value any) (any, error) {
	text, ok := value.(string)
	switch {
	case !ok:
		return nil, wrongType(key, value, "a string")
	case !slices.Contains(k, text):
		return nil, fmt.Errorf("%s: %.80s is not one of %s", key, quote(text), strings.Join(k, ", "))
	}
	return text, nil
}

// globs is a []string of globs, gitignore-style.
type globs struct{}

func (globs) read(key string, value any) (any, error) {
	list, err := texts(key, value)
	if err != nil {
		return nil, err
	}
	for i, glob := range list {
		if _, err := ignore.CompileGlobs([]string{glob}, false); err != nil {
			return nil, fmt.Errorf("%s[%d]: %w", key, i, err)
		}
	}
	return list, nil
}

// directories is a []string of names, none of them empty.
type directories struct{}

func (directories) read(key string, value any) (any, error) {
	list, err := texts(key, value)
	if err != nil {
		return nil, err
	}
	if slices.Contains(list, "") {
		return nil, fmt.Errorf(`%s: "" is no directory's name`, key)
	}
	return list, nil
}

// pattern is a string, a regular expression or nothing.
type pattern struct{}

func (pattern) read(key string, value any) (any, error) {
	text, ok := value.(string)
	if !ok {
		return nil, wrongType(key, value, "a string")
	}
	var bad *syntax.Error
	if _, err := regexp.Compile(text); errors.As(err, &bad) {
		return nil, fmt.Errorf("%s: %.80s is no regular expression: %s", key, quote(text), bad.Code)
	}
	return text, nil
}

// address is a string, the http or https URL of a server, or nothing. It is never shown in an error: it may hold a password.
type address struct{}

func (address) read(key string, value any) (any, error) {
	text, ok := value.(string)
	if !ok {
		return nil, wrongType(key, value, "a string")
	}
	if text == "" {
		return text, nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, fmt.Errorf("%s: it is not the URL of a server, as https://search.example.com:9200 is", key)
	case u.User != nil:
		return nil, fmt.Errorf("%s: it holds a user or a password, which belong into the environment", key)
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%s: it has more than a server and a path", key)
	}
	return text, nil
}

// indexPrefix is a string that names of indices may begin with.
type indexPrefix struct{}

func (indexPrefix) read(key string, value any) (any, error) {
	text, ok := value.(string)
	if !ok {
		return nil, wrongType(key, value, "a string")
	}
	bad := func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_') }
	if text == "" || len(text) > maxIndexPrefix || text[0] == '-' || text[0] == '_' || strings.ContainsFunc(text, bad) {
		return nil, fmt.Errorf("%s: %.80s is not 1 to %d of a–z, 0–9, - and _, of which the first is a letter or a digit", key, quote(text), maxIndexPrefix)
	}
	return text, nil
}

// maxIndexPrefix leaves room in the 255 bytes of an index's name.
const maxIndexPrefix = 64

// absolutePath is a string, an absolute path or nothing.
type absolutePath struct{}

func (absolutePath) read(key string, value any) (any, error) {
	text, ok := value.(string)
	switch {
	case !ok:
		return nil, wrongType(key, value, "a string")
	case text != "" && !filepath.IsAbs(text):
		return nil, fmt.Errorf("%s: %.80s is not an absolute path", key, quote(text))
	}
	return text, nil
}

// The places in a command's words for what a model names.
const (
	PathsPlace  = "{paths}"
	MarkerPlace = "{marker}"
)

// command is a []string, a program and its arguments. Its program has no places.
type command struct{}

func (command) read(key string, value any) (any, error) {
	argv, err := texts(key, value)
	if err != nil {
		return nil, err
	}
	if len(argv) == 0 || argv[0] == "" {
		return nil, fmt.Errorf("%s: it names no program", key)
	}
	for _, place := range []string{PathsPlace, MarkerPlace} {
		if strings.Contains(argv[0], place) {
			return nil, fmt.Errorf("%s[0]: %q has a place for what a model names, where the program stands", key, argv[0])
		}
	}
	return argv, nil
}

// scope is a Scope. One with a misspelt name is refused whole: without that list it would let all through.
type scope struct{}

func (scope) read(key string, value any) (any, error) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, wrongType(key, value, "an object")
	}
	var s Scope
	fields := map[string]*[]string{"include": &s.Include, "exclude": &s.Exclude}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		field := fields[name]
		switch {
		case name == "role":
			return nil, fmt.Errorf("%s: a role cannot have a role", key)
		case field == nil:
			return nil, fmt.Errorf("%s.%s: there is no such setting", key, name)
		case object[name] == nil:
			continue
		}
		list, err := globs{}.read(key+"."+name, object[name])
		if err != nil {
			return nil, err
		}
		*field = list.([]string)
	}
	return s, nil
}

// texts reads a list of strings, never nil.
func texts(key string, value any) ([]string, error) {
	items, ok := value.([]any)
	if !ok {
		return nil, wrongType(key, value, "an array")
	}
	list := make([]string, len(items))
	for i, item := range items {
		if list[i], ok = item.(string); !ok {
			return nil, wrongType(fmt.Sprintf("%s[%d]", key, i), item, "a string")
		}
	}
	return list, nil
}

func wrongType(key string, value any, want string) error {
	var shown string
	switch v := value.(type) {
	case nil:
		shown = "null"
	case map[string]any:
		shown = "an object"
	case []any:
		shown = "an array"
	case string:
		shown = fmt.Sprintf("%.80s", quote(v))
	default:
		shown = fmt.Sprint(v)
	}
	return fmt.Errorf("%s: %s is not %s", key, shown, want)
}
