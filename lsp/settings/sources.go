package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// WorkspaceFile is the name of the file with a workspace folder's own settings.
const WorkspaceFile = ".contextls.toml"

// maxFileBytes is far more than anybody writes into a file of settings.
const maxFileBytes = 64 << 10

// Sources are where settings come from, besides the client and the workspace. The zero Sources set nothing.
type Sources struct {
	UserFile    string   // the path of the user's file, which need not exist; "": none
	Environment []string // as os.Environ gives it
}

// UserSources are those of the person who runs the program.
func UserSources() Sources {
	s := Sources{Environment: os.Environ()}
	if dir, err := os.UserConfigDir(); err == nil {
		s.UserFile = filepath.Join(dir, "contextls", "config.toml")
	}
	return s
}

// Load works out the settings for the workspace folder at a root, "" for none. fromClient is what the client
// sets, in the types of JSON (bool, float64, string, []any, map[string]any); nil for nothing.
func (s Sources) Load(root string, fromClient map[string]any) Configuration {
	sources := []source{fromEnvironment(s.Environment)}
	var problems []string
	addFile := func(o origin, name string, open func() (*os.File, error)) {
		object, err := readTOML(open)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, name+": "+err.Error())
		}
		sources = append(sources, source{o, name, object, true})
	}
	if s.UserFile != "" {
		addFile(userFile, s.UserFile, func() (*os.File, error) { return os.Open(s.UserFile) })
	}
	if root != "" {
		addFile(workspaceFile, WorkspaceFile, func() (*os.File, error) { return openWithin(root, WorkspaceFile) })
	}
	sources = append(sources, source{client, clientName, fromClient, false})
	c := merge(sources)
	c.Problems = append(problems, c.Problems...)
	return c
}

// Subject is what a problem is about, its source and its key, which stay the same while somebody types the value.
func (s Sources) Subject(problem string) string {
	source := ""
	for _, name := range []string{environmentName, s.UserFile, WorkspaceFile} {
		if name != "" && strings.HasPrefix(problem, name+": ") {
			source = name + ": "
		}
	}
	key, _, _ := strings.Cut(problem[len(source):], ": ")
	return source + key
}

// openWithin opens a plain file of a folder. The folder is not trusted: links are not followed.
func openWithin(root, name string) (*os.File, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	info, err := dir.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	return dir.Open(name)
}

func readTOML(open func() (*os.File, error)) (map[string]any, error) {
	f, err := open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFileBytes {
		return nil, fmt.Errorf("it is larger than %d bytes", maxFileBytes)
	}
	return parseTOML(text)
}

// notSettings are variables of the program that set nothing here: whether to ask the daemon and what the program was run by (npx),
// which is how it works and not what it answers, and who asks the store, which is to stand nowhere but there.
func notSettings() []string {
	return []string{variablePrefix + "REMOTE", variablePrefix + "RUNNER", StoreAPIKey, StoreUser, StorePassword}
}

// The variables that say who asks the store: a key, or a user and a password.
const (
	StoreAPIKey   = variablePrefix + "STORE_API_KEY"
	StoreUser     = variablePrefix + "STORE_USER"
	StorePassword = variablePrefix + "STORE_PASSWORD"
)

// fromEnvironment reads the variables that begin with CONTEXTLS_. An empty one sets nothing. What does not
// read as the setting's type stays text, for merge to complain of.
func fromEnvironment(environ []string) source {
	s := source{environment, environmentName, map[string]any{}, true}
	settings := table()
	for _, entry := range slices.Sorted(slices.Values(environ)) {
		name, text, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, variablePrefix) || text == "" || slices.Contains(notSettings(), name) {
			continue
		}
		i := slices.IndexFunc(settings, func(k setting) bool { return k.variable() == name })
		if i < 0 {
			s.object[name] = text // no setting is called so
			continue
		}
		assign(s.object, settings[i].path(), fromText(text, settings[i].fallback))
	}
	return s
}

// assign sets a value in nested objects.
func assign(object map[string]any, path []string, value any) {
	for _, name := range path[:len(path)-1] {
		inner, isObject := object[name].(map[string]any)
		if !isObject {
			inner = map[string]any{}
			object[name] = inner
		}
		object = inner
	}
	object[path[len(path)-1]] = value
}

// fromText reads text as a value like another one.
func fromText(text string, like any) any {
	switch like.(type) {
	case int, float64:
		if n, err := strconv.ParseFloat(text, 64); err == nil && n-n == 0 { // finite
			return n
		}
	case bool:
		if b, err := strconv.ParseBool(text); err == nil {
			return b
		}
	case []string:
		list := []any{}
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		return list
	}
	return text
}

// Stamp tells one version of a workspace folder's own file from another. It is comparable; the zero Stamp
// is that of no file.
type Stamp struct {
	size     int64
	modified time.Time
}

// StampOf is the stamp of the file of the folder at a root, as it is now.
func StampOf(root string) Stamp {
	info, err := os.Lstat(filepath.Join(root, WorkspaceFile))
	if err != nil {
		return Stamp{}
	}
	return Stamp{info.Size(), info.ModTime()}
}
