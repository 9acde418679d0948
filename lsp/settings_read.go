package lsp

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

	"github.com/BurntSushi/toml"
	"github.com/go-json-experiment/json"
)

// WorkspaceFile is the name of the file with a workspace folder's own settings.
const WorkspaceFile = ".contextls.toml"

// maxSettingsBytes is far more than anybody writes into a file of settings.
const maxSettingsBytes = 64 << 10

// Sources are where settings come from, besides the client and the workspace. The zero Sources say nothing.
type Sources struct {
	UserFile    string   // the path of the user's file, which need not exist; "": none
	Environment []string // as os.Environ gives it
}

// clientName is who speaks where no name is shown.
const clientName = "client"

// UserSources are those of the person who runs the program.
func UserSources() Sources {
	s := Sources{Environment: os.Environ()}
	if dir, err := os.UserConfigDir(); err == nil {
		s.UserFile = filepath.Join(dir, "contextls", "config.toml")
	}
	return s
}

// Load works out the settings for the workspace folder at a root, "" for none. client is what the client
// says, in JSON; nil for nothing.
func (s Sources) Load(root string, client []byte) Configuration {
	all := []said{fromEnvironment(s.Environment)}
	var problems []string
	file := func(o origin, name string, open func() (io.ReadCloser, error)) {
		object, err := readTOML(open)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, name+": "+err.Error())
		}
		all = append(all, said{o, name, object, true})
	}
	if s.UserFile != "" {
		file(userFile, s.UserFile, func() (io.ReadCloser, error) { return os.Open(s.UserFile) })
	}
	if root != "" {
		file(workspaceFile, WorkspaceFile, func() (io.ReadCloser, error) { return openWithin(root, WorkspaceFile) })
	}
	if len(client) > 0 && string(client) != "null" {
		var object map[string]any
		if err := json.Unmarshal(client, &object, wireJSON); err != nil {
			problems = append(problems, typeError(client, err).Error())
		}
		all = append(all, said{clientSettings, clientName, object, false})
	}
	c := merge(all)
	c.Problems = append(problems, c.Problems...)
	return c
}

// ParseSettings reads the section as a client sends it, on its own.
func ParseSettings(raw []byte) (s Settings, problems []string) {
	c := Sources{}.Load("", raw)
	return c.Settings, c.Problems
}

// openWithin opens a plain file of a folder. The folder is not trusted: links are not followed.
func openWithin(root, name string) (io.ReadCloser, error) {
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

// readTOML reads a file as JSON would have it.
func readTOML(open func() (io.ReadCloser, error)) (map[string]any, error) {
	f, err := open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSettingsBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxSettingsBytes {
		return nil, fmt.Errorf("it is larger than %d bytes", maxSettingsBytes)
	}
	var object map[string]any
	if err := toml.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	plain, _ := asJSON(object).(map[string]any)
	return plain, nil
}

// asJSON is a value of TOML as JSON has it. What JSON has not (dates, nan) becomes text, for merge to
// complain of.
func asJSON(v any) any {
	switch v := v.(type) {
	case string, bool:
		return v
	case int64:
		return float64(v)
	case float64:
		if v-v == 0 { // finite
			return v
		}
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, inner := range v {
			object[name] = asJSON(inner)
		}
		return object
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = asJSON(v[i])
		}
		return list
	case []map[string]any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = asJSON(v[i])
		}
		return list
	}
	return fmt.Sprint(v)
}

// fromEnvironment reads the variables that begin with CONTEXTLS_. What does not read as the setting's
// type stays text, for merge to complain of.
func fromEnvironment(environ []string) said {
	s := said{environment, "environment", map[string]any{}, true}
	environ = slices.Sorted(slices.Values(environ))
	for _, entry := range environ {
		name, text, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, variablePrefix) || text == "" {
			continue
		}
		keys := settingKeys()
		i := slices.IndexFunc(keys, func(k setting) bool { return k.variable() == name })
		if i < 0 {
			s.object[name] = text // no setting is called so
			continue
		}
		assign(s.object, strings.Split(keys[i].key, "."), fromText(text, keys[i].fallback))
	}
	return s
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
		for _, part := range strings.Split(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		return list
	}
	return text
}

// stamp tells whether a folder's file of settings is another one than before.
type stamp struct {
	size     int64
	modified time.Time
}

func stampOf(root string) stamp {
	info, err := os.Lstat(filepath.Join(root, WorkspaceFile))
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}
