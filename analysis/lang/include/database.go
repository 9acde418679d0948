package include

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// dirs are the directories of the folder in which a command looks for includes, in its order. elsewhere are those that are not among
// its files: absolute ones, and with a dot before them those in the folder.
type dirs struct{ quote, angle, elsewhere []string }

// entry is one command of a compile_commands.json.
type entry struct {
	Directory string   `json:"directory,omitempty"`
	File      string   `json:"file,omitempty"`
	Command   string   `json:"command,omitempty"`
	Arguments []string `json:"arguments,omitempty"`
}

// arguments are those of the command.
func (e *entry) arguments() []string {
	if len(e.Arguments) == 0 {
		return splitCommand(e.Command)
	}
	return e.Arguments
}

// Condense is what is read of a compile_commands.json: where commands look for includes.
func Condense() map[string]func([]byte) []byte {
	return map[string]func([]byte) []byte{database: func(text []byte) []byte {
		entries := []entry{}
		d := json.NewDecoder(bytes.NewReader(text))
		if _, err := d.Token(); err != nil {
			return []byte{}
		}
		for d.More() {
			var e entry
			if d.Decode(&e) != nil {
				return []byte{}
			}
			short := entry{Directory: e.Directory, File: e.File}
			includes(e.arguments(), func(flag, value string) { short.Arguments = append(short.Arguments, flag, value) })
			entries = append(entries, short)
		}
		out, err := json.Marshal(entries)
		if err != nil {
			return []byte{}
		}
		return out
	}}
}

// readDatabases reads the compile_commands.json files. What cannot be read says nothing.
func (r *resolver) readDatabases() {
	r.flags = map[string]*dirs{}
	same := map[string]*dirs{}
	for _, manifest := range r.tree.Manifests(database) {
		var entries []entry
		if json.Unmarshal(r.tree.Manifest(manifest), &entries) != nil {
			continue
		}
		root := r.rootOf(manifest, entries)
		for _, e := range entries {
			in := func(p string) (string, bool) { return inTree(root, analysis.Dir(manifest), e.Directory, p) }
			file, ok := in(e.File)
			if !ok || r.flags[file] != nil {
				continue
			}
			d := readFlags(e.arguments(), in)
			for i, dir := range d.elsewhere {
				d.elsewhere[i] = absolute(e.Directory, dir)
			}
			for _, dir := range d.quote {
				if !r.tree.HasDir(dir) {
					d.elsewhere = append(d.elsewhere, "./"+dir)
				}
			}
			key := strings.Join(d.quote, "\n") + "\n\n" + strings.Join(d.angle, "\n") + "\n\n" + strings.Join(d.elsewhere, "\n")
			if same[key] == nil {
				same[key] = d
				r.all = append(r.all, d)
			}
			r.flags[file] = same[key]
		}
	}
	var all []string
	for _, d := range r.all {
		all = append(all, d.elsewhere...)
	}
	slices.Sort(all)
	r.anyElse = strings.Join(slices.Compact(all), "\n")
}

// rootOf is the absolute path under which the commands know the folder: the one that makes most of
// their files files of the tree. Of several, the shortest.
func (r *resolver) rootOf(manifest string, entries []entry) string {
	votes := map[string]int{}
	for _, e := range entries {
		abs := slashed(e.File)
		if !isAbs(abs) {
			abs = path.Join(slashed(e.Directory), abs)
		}
		abs = path.Clean(abs)
		for _, p := range r.byBase()[path.Base(abs)] {
			if root, ok := strings.CutSuffix(abs, "/"+p); ok {
				votes[root]++
			}
		}
	}
	best := ""
	for root, n := range votes {
		if m := votes[best]; n > m || n == m && (len(root) < len(best) || len(root) == len(best) && root < best) {
			best = root
		}
	}
	return best
}

// inTree turns a path of a command into one of the tree. Relative ones are so to the command's directory, and
// that, if it is relative itself, to the manifest's.
func inTree(root, manifestDir, directory, p string) (string, bool) {
	p, directory = slashed(p), slashed(directory)
	if !isAbs(p) {
		p = path.Join(directory, p)
	}
	if !isAbs(p) {
		if p = path.Join(manifestDir, p); p == "." {
			p = ""
		}
		return p, p != ".." && !strings.HasPrefix(p, "../")
	}
	p = path.Clean(p)
	if p == root {
		return "", true
	}
	return strings.CutPrefix(p, root+"/")
}

func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// isAbs reports whether a path is absolute on any system: /a, C:/a.
func isAbs(p string) bool { return path.IsAbs(p) || len(p) > 2 && p[1] == ':' && p[2] == '/' }

// absolute is a path of a command that is relative to the command's directory, as far as that is known.
func absolute(directory, p string) string {
	if p = slashed(p); !isAbs(p) {
		p = path.Join(slashed(directory), p)
	}
	return path.Clean(p)
}

// includes visits the flags of a command that say where it looks for includes, with what they say.
func includes(args []string, visit func(flag, value string)) {
	for i := 0; i < len(args); i++ {
		for _, flag := range []string{"-iquote", "-isystem", "-idirafter", "-I", "/I", "-external:I", "/external:I"} {
			value, ok := strings.CutPrefix(args[i], flag)
			if !ok {
				continue
			}
			if value == "" && i+1 < len(args) {
				i++
				value = args[i]
			}
			visit(flag, value)
			break
		}
	}
}

// readFlags reads the include directories off a command: first -I, then -isystem, then -idirafter, each in its order;
// -iquote for quotes alone.
func readFlags(args []string, in func(string) (string, bool)) *dirs {
	var quote, plain, system, after, elsewhere []string
	includes(args, func(flag, value string) {
		to := &system
		switch flag {
		case "-iquote":
			to = &quote
		case "-idirafter":
			to = &after
		case "-I", "/I":
			to = &plain
		}
		dir, ok := in(value)
		if !ok {
			dir, to = value, &elsewhere
		}
		if !slices.Contains(*to, dir) {
			*to = append(*to, dir)
		}
	})
	plain = slices.DeleteFunc(plain, func(d string) bool { return slices.Contains(system, d) || slices.Contains(after, d) })
	angle := slices.Concat(plain, system, after)
	return &dirs{quote: slices.Concat(quote, angle), angle: angle, elsewhere: elsewhere}
}

// splitCommand splits a command line as a shell does.
func splitCommand(command string) []string {
	var args []string
	var arg strings.Builder
	open, quote := false, byte(0)
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\\' && quote != '\'' && i+1 < len(command) && (strings.IndexByte("\\\"' $", command[i+1]) >= 0):
			i++
			arg.WriteByte(command[i])
			open = true
		case quote == 0 && (c == '"' || c == '\''):
			quote, open = c, true
		case c == quote:
			quote = 0
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if open {
				args = append(args, arg.String())
			}
			arg.Reset()
			open = false
		default:
			arg.WriteByte(c)
			open = true
		}
	}
	if open {
		args = append(args, arg.String())
	}
	return args
}

// elsewhere are the directories outside of the folder's files that the commands which read a file look in, one a line.
func (r *resolver) elsewhere(from string) string {
	if own := r.flags[from]; own != nil {
		return strings.Join(own.elsewhere, "\n")
	}
	return r.anyElse
}

// inDirs looks in the include directories of the commands that read the file: its own, or for a header all.
// Several answers mean that the commands disagree.
func (r *resolver) inDirs(from, spec string, angle bool) []string {
	commands := r.all
	if own := r.flags[from]; own != nil {
		commands = []*dirs{own}
	}
	var found []string
	for _, d := range commands {
		list := d.quote
		if angle {
			list = d.angle
		}
		for _, dir := range list {
			if p, ok := r.file(dir, spec); ok && r.tree.HasDir(dir) { // a/../b needs a
				if !slices.Contains(found, p) {
					found = append(found, p)
				}
				break
			}
		}
	}
	return found
}
