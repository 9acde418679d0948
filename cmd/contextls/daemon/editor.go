package daemon

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Text is a text that is open in an editor and not saved.
type Text struct {
	Path       string    `json:"path"` // absolute
	LanguageID string    `json:"languageId"`
	Version    int32     `json:"version"`
	Text       string    `json:"text"`
	Edited     time.Time `json:"edited"`
}

// wanted is a question for unsaved texts. Editors' servers of any build answer it.
type wanted struct {
	Mounts string `json:"mounts"` // of whoever asks: in another container, a path is of another file
	Dir    string `json:"dir"`    // below which
}

const editorSuffix = ".editor"

// editorLimit is how long an editor's server may take to tell its texts.
const editorLimit = 2 * time.Second

// Publish lets this user's processes ask for the texts that are unsaved below a directory, until ctx ends. The error
// says why nobody can ask.
func Publish(ctx context.Context, dir string, unsaved func(dir string) []Text) error {
	if !supported {
		return ErrUnsupported
	}
	if err := OwnDir(dir); err != nil {
		return err
	}
	path := filepath.Join(dir, rand.Text()[:12]+editorSuffix) // one process may serve many editors
	l, err := listen(path)
	if err != nil {
		return err
	}
	defer l.Close() // which removes the socket
	defer context.AfterFunc(ctx, func() { l.Close() })()
	for {
		conn, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		go func() {
			defer conn.Close()
			_ = tell(conn, unsaved) // whoever asks sees to it that there is an answer
		}()
	}
}

func tell(conn net.Conn, unsaved func(dir string) []Text) error {
	if err := checkPeer(conn); err != nil {
		return err
	}
	if err := conn.SetDeadline(time.Now().Add(editorLimit)); err != nil {
		return err
	}
	var w wanted
	if err := json.NewDecoder(conn).Decode(&w); err != nil {
		return err
	}
	texts := []Text{}
	if w.Mounts == Mounts() {
		texts = append(texts, unsaved(w.Dir)...)
	}
	return json.NewEncoder(conn).Encode(texts)
}

// Unsaved are the texts that the user's editors have below root and did not save, as they are published in a
// directory. An editor that does not answer in time has none.
func Unsaved(ctx context.Context, dir, root string) []Text {
	if !supported {
		return nil
	}
	editors, _ := filepath.Glob(filepath.Join(dir, "*"+editorSuffix)) // the pattern is good
	if len(editors) == 0 || OwnDir(dir) != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, editorLimit)
	defer cancel()
	var asking sync.WaitGroup
	all := make([][]Text, len(editors))
	for i, editor := range editors {
		asking.Go(func() {
			texts, err := askEditor(ctx, editor, root)
			if nobodyListens(err) { // it was killed
				_ = os.Remove(editor)
			}
			all[i] = texts
		})
	}
	asking.Wait()
	var texts []Text
	for _, t := range all {
		texts = append(texts, t...)
	}
	return texts
}

func askEditor(ctx context.Context, editor, root string) (texts []Text, err error) {
	conn, err := dial(ctx, editor)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := checkPeer(conn); err != nil {
		return nil, err
	}
	if err := json.NewEncoder(conn).Encode(wanted{Mounts(), root}); err != nil {
		return nil, err
	}
	err = json.NewDecoder(conn).Decode(&texts)
	return texts, err
}

// Mounts identifies the file systems that this process sees, "" where all see the same.
func Mounts() string {
	id, err := os.Readlink("/proc/self/ns/mnt")
	if err != nil {
		return ""
	}
	return id
}
