package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

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

// pastRun is one pack that was made.
type pastRun struct {
	Time    time.Time `json:"time"`
	Task    string    `json:"task"`
	Targets []string  `json:"targets"`
	Files   []string  `json:"files"`
	Tokens  int       `json:"tokens"`
}

// runs are the past packs of workspaces: one file each in a directory of the user's, never in a
// workspace. Servers may share it: files are replaced as a whole, and at worst the entry of one of two
// that write at once is lost.
type runs struct {
	dir string
	mu  sync.Mutex
}

// runFile is what a file of runs holds.
type runFile struct {
	Version int       `json:"version"`
	Root    string    `json:"root"`
	Runs    []pastRun `json:"runs"` // the newest last
}

// KeepRuns has the engine keep a list of packs in a directory, which is made when it is needed; "" has it
// keep none.
func (e *Engine) KeepRuns(dir string) {
	e.runs = nil
	if dir != "" {
		e.runs = &runs{dir: dir}
	}
}

func (r *runs) path(root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(r.dir, hex.EncodeToString(sum[:12])+".json")
}

// read gives a workspace's runs, the newest last. What cannot be read counts as none.
func (r *runs) read(root string) []pastRun {
	info, err := os.Stat(r.path(root))
	if err != nil || !info.Mode().IsRegular() || info.Size() > 2*maxRunBytes {
		return nil
	}
	data, err := os.ReadFile(r.path(root))
	var f runFile
	if err != nil || json.Unmarshal(data, &f, wireJSON) != nil || f.Version != runsVersion || f.Root != root {
		return nil
	}
	return f.Runs
}

// add appends a run to a workspace's, and forgets the oldest where there are too many.
func (r *runs) add(root string, run pastRun) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := append(r.read(root), run)
	all = all[max(0, len(all)-maxRuns):]
	data, err := json.Marshal(runFile{runsVersion, root, all}, wireJSON)
	for err == nil && len(data) > maxRunBytes && len(all) > 0 {
		all = all[(len(all)+1)/2:]
		data, err = json.Marshal(runFile{runsVersion, root, all}, wireJSON)
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

// recorded is a pack handler that notes the packs it makes.
func (s *server) recorded(pack func(context.Context, *workspace.Snapshot, PackParams) (PackResult, error)) func(context.Context, *workspace.Snapshot, PackParams) (PackResult, error) {
	return func(ctx context.Context, snap *workspace.Snapshot, p PackParams) (PackResult, error) {
		result, err := pack(ctx, snap, p)
		root := snap.Folder().Root()
		if err != nil || s.engine.forgets(s.engine.Settings(root)) != "" {
			return result, err
		}
		if err := s.engine.runs.add(root, runOf(snap.Folder(), p, result)); err != nil {
			s.log.Warn("a pack is not kept", "reason", err)
		}
		return result, nil
	}
}

func runOf(folder *workspace.Folder, p PackParams, result PackResult) pastRun {
	run := pastRun{Time: time.Now().UTC().Truncate(time.Second), Task: prefix(strings.ToValidUTF8(p.Task, "\ufffd"), maxRunTask),
		Targets: []string{}, Files: []string{}, Tokens: result.Stats.TotalEstimatedTokens}
	for _, t := range p.Targets {
		if path, inside := rel(folder, t.URI); inside && len(run.Targets) < maxRunFiles {
			run.Targets = append(run.Targets, path)
		}
	}
	for _, item := range result.Items {
		if item.Priority > 2 && len(run.Files) < maxRunFiles { // a target is named already
			run.Files = append(run.Files, item.Path)
		}
	}
	return run
}
