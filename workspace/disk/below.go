package disk

import "os"

// ReadBelow reads a text below a directory that is no folder of a workspace: as Folder.Read does, but no rules hold
// there. max is its largest size in bytes.
func ReadBelow(root *os.Root, path string, max int64) (Content, error) {
	raw, info, err := (&Tree{Root: root}).read(path, max+1)
	if err != nil {
		return Content{}, err
	}
	c, err := TextOf(path, raw, max)
	c.Stamp = StampOf(info)
	return c, err
}

// TextOf is the text of what was read of a file, at most one byte more than max. What is larger or no text is Refused.
func TextOf(path, raw string, max int64) (Content, error) {
	if int64(len(raw)) > max {
		return Content{}, &Refused{path, TooLarge}
	}
	text, warning, isText := decode(raw)
	if !isText {
		return Content{}, &Refused{path, noText}
	}
	return Content{Text: EndLines(text), Warning: warning}, nil
}
