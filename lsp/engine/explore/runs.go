package explore

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/workspace"
)

// What is kept of past packs of a workspace.
const (
	maxRuns      = 50
	maxRunBytes  = 256 << 10 // of the file
	maxRunTask   = 2000      // bytes of a task
	maxRunFiles  = 100
	runsVersion  = 1
	directoryFor = 0o700 // only its owner reads what was asked for
	fileFor      = 0o600
)

// Run is one pack that was made.
type Run struct {
	Time    time.Time `json:"time"`
	Task    string    `json:"task"`
	Targets []string  `json:"targets"`
	Files   []string  `json:"files"`
	Tokens  int       `json:"tokens"`
}

// Runs are the past packs of workspaces: one file each in a directory of the user's, never in a
// workspace. Servers may share it: files are replaced as a whole, and at worst the entry of one of two
// that write at once is lost.
type Runs struct {
	dir string
	mu  sync.Mutex
}

// runFile is what a file of runs holds.
type runFile struct {
	Version int    `json:"version"`
	Root    string `json:"root"`
	Runs    []Run  `json:"runs"` // the newest last
}

// NewRuns keeps runs in a directory, which is made when it is needed; "" keeps none.
func NewRuns(dir string) *Runs {
	if dir == "" {
		return nil
	}
	return &Runs{dir: dir}
}

// off says why there are no runs, "" where there may be some. enabled is the setting.
func (r *Runs) off(enabled bool) string {
	switch {
	case !enabled:
		return "the setting pastRuns is off"
	case r == nil:
		return "there is no directory to keep them in"
	}
	return ""
}

func (r *Runs) path(root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(r.dir, hex.EncodeToString(sum[:12])+".json")
}

// read gives a workspace's runs, the newest last. What cannot be read counts as none.
func (r *Runs) read(root string) []Run {
	info, err := os.Stat(r.path(root))
	if err != nil || !info.Mode().IsRegular() || info.Size() > 2*maxRunBytes {
		return nil
	}
	data, err := os.ReadFile(r.path(root))
	var f runFile
	if err != nil || json.Unmarshal(data, &f) != nil || f.Version != runsVersion || f.Root != root {
		return nil
	}
	return f.Runs
}

// add appends a run to a workspace's, and forgets the oldest where there are too many.
func (r *Runs) add(root string, run Run) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := append(r.read(root), run)
	all = all[max(0, len(all)-maxRuns):]
	data, err := json.Marshal(runFile{runsVersion, root, all})
	for err == nil && len(data) > maxRunBytes && len(all) > 0 {
		all = all[(len(all)+1)/2:]
		data, err = json.Marshal(runFile{runsVersion, root, all})
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.dir, directoryFor); err != nil {
		return err
	}
	return replaceFile(r.path(root), data)
}

// replaceFile puts data in a file's place, so that nobody sees a part of it.
func replaceFile(path string, data []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // for its owner alone
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Chmod(fileFor), temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// Record notes a pack that was made, if that is wanted in its folder.
func (e *Explorer) Record(folder *workspace.Folder, req *engine.PackRequest, p *engine.Pack) error {
	s := e.engine.Settings(folder.Root())
	if e.runs.off(s.PastRuns) != "" {
		return nil
	}
	asked := *req
	asked.Task = folder.Snapshot().Redact(req.Task)
	return e.runs.add(folder.Root(), runOf(folder, &asked, p))
}

func runOf(folder *workspace.Folder, req *engine.PackRequest, p *engine.Pack) Run {
	run := Run{Time: time.Now().UTC().Truncate(time.Second), Task: prefix(strings.ToValidUTF8(req.Task, "\ufffd"), maxRunTask),
		Targets: []string{}, Files: []string{}, Tokens: p.Stats.TotalEstimatedTokens}
	for _, t := range req.Targets {
		if path, inside := folder.Place(engine.Abs(folder, t.Path)); inside && len(run.Targets) < maxRunFiles {
			run.Targets = append(run.Targets, path)
		}
	}
	for _, item := range p.Items {
		if item.Priority > 2 && len(run.Files) < maxRunFiles { // a target is named already
			run.Files = append(run.Files, item.Path)
		}
	}
	return run
}
