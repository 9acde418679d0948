package rust

import (
	"io/fs"
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

const (
	checkouts   = "checkouts" // where Cargo has what it took out of git repositories, one directory for each, with one for each revision
	maxSearched = 2000        // directories of a revision that are searched for a crate
)

// checkout is a crate of a git repository, as a Cargo.lock says its source: git+URL?branch=x#revision. It is nil where it is not there.
func (i installed) checkout(source, name string) *unpacked {
	url, revision, ok := strings.Cut(strings.TrimPrefix(source, fromGit), "#")
	if !ok || len(revision) < 7 || strings.ContainsAny(revision, "/\\.") {
		return nil
	}
	url, _, _ = strings.Cut(url, "?")
	repository := strings.TrimSuffix(path.Base(url), ".git")
	entries, _ := fs.ReadDir(i.FS, checkouts)
	for _, e := range entries {
		if cut := strings.LastIndexByte(e.Name(), '-'); cut < 0 || e.Name()[:cut] != repository {
			continue
		}
		revisions, _ := fs.ReadDir(i.FS, path.Join(checkouts, e.Name()))
		for _, r := range revisions {
			if at := path.Join(checkouts, e.Name(), r.Name()); len(r.Name()) >= 7 && strings.HasPrefix(revision, r.Name()) {
				find := func() (any, bool) { return i.search(at, name), true }
				dir := ""
				if keeper, ok := i.FS.(analysis.Keeper); ok {
					dir = keeper.Keep(at+"\x00"+name, find).(string)
				} else {
					dir = i.search(at, name)
				}
				if dir != "" {
					return i.in(dir)
				}
			}
		}
	}
	return nil
}

// search is the first directory at or below another, level by level, with the manifest of a crate; "" where there is none.
func (i installed) search(at, name string) string {
	for queue, n := []string{at}, 0; len(queue) > 0 && n < maxSearched; queue, n = queue[1:], n+1 {
		dir := queue[0]
		if text, err := fs.ReadFile(i.FS, dir+"/Cargo.toml"); err == nil && toml.Read(string(text)).Table("package").Text("name") == name {
			return dir
		}
		entries, _ := fs.ReadDir(i.FS, dir)
		for _, e := range entries {
			if e.IsDir() && e.Name() != "target" && !strings.HasPrefix(e.Name(), ".") {
				queue = append(queue, dir+"/"+e.Name())
			}
		}
	}
	return ""
}
