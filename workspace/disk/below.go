package disk

import "os"

// ReadBelow reads a text below a directory that is no folder of a workspace: as Folder.Read does, but no rules hold
// there. max is its largest size in bytes.
func ReadBelow(root *os.Root, path string, max int64) (Content, error) {
	raw, info, err := read(root, path, max+1)
	switch {
	case err != nil:
		return Content{}, err
	case int64(len(raw)) > max:
		return Content{}, &Refused{path, tooLarge}
	}
	text, warning, isText := decode(raw)
	if !isText {
		return Content{}, &Refused{path, noText}
	}
	return Content{Text: EndLines(text), Stamp: StampOf(info), Warning: warning}, nil
}
