package protocol

import (
	"strconv"
	"strings"
)

// Params is what all parameters of custom requests can say of themselves.
type Params interface {
	// Check says what is wrong with the wire's own parts: URIs, ranges of text, tokens. The other values
	// are checked by what works with them. The error is a *ParamError.
	Check() error
	// Folder is the URI of the workspace folder that is asked for, "" if none is.
	Folder() string
	// FileFields are the files that are meant. The first one's folder is the default.
	FileFields() []FileField
	// Timing is how the answer is to be made in time.
	Timing() Timing
}

// Timing is what a request says of time: by when it wants its answer, and where to show progress.
type Timing struct {
	DeadlineMs    *int // nil: none
	WorkDoneToken any  // nil: nowhere
}

// FileField is a URI in parameters, with the name of its field.
type FileField struct{ Field, URI string }

// InFolder are the parameters of requests about one folder; the default is the first one.
type InFolder struct {
	WorkspaceFolder FileURI `json:"workspaceFolder,omitzero"` // default: that of the first file that is named, else the first one
}

// Check wants the URI of a folder, or nothing.
func (p *InFolder) Check() error {
	if p.WorkspaceFolder == "" {
		return nil
	}
	return checkURI("workspaceFolder", p.WorkspaceFolder)
}

// Folder is the folder that is asked for.
func (p *InFolder) Folder() string { return p.WorkspaceFolder }

// FileFields are none.
func (p *InFolder) FileFields() []FileField { return nil }

// Timing is none.
func (p *InFolder) Timing() Timing { return Timing{} }

// aboutFiles are the parameters of requests whose files say the folder.
type aboutFiles struct{}

// Folder is none: the files say it.
func (aboutFiles) Folder() string { return "" }

// Timing is none.
func (aboutFiles) Timing() Timing { return Timing{} }

func checkDeadline(ms *int) error {
	if ms != nil && *ms < 1 {
		return Bad("deadlineMs", "%d is not positive", *ms)
	}
	return nil
}

// AllRepositories stands for all repositories of the store.
const AllRepositories = "*"

// checkRepositories wants "*" or a list of globs, each with text in it.
func checkRepositories(r Repositories) error {
	list, isList := r.([]any)
	switch {
	case r == nil || r == AllRepositories:
		return nil
	case !isList:
		return Bad("repositories", `%s is neither "*" nor a list of globs`, shown(r))
	}
	for i, item := range list {
		field := "repositories[" + strconv.Itoa(i) + "]"
		switch text, isText := item.(string); {
		case !isText:
			return Bad(field, "%s is not a string", shown(item))
		case strings.TrimSpace(text) == "":
			return Bad(field, "%q matches nothing", text)
		}
	}
	return nil
}

// RepositoryGlobs are the globs of repositories that were asked for; none where none were.
func RepositoryGlobs(r Repositories) (globs []string) {
	switch r := r.(type) {
	case string:
		return []string{r}
	case []any:
		for _, item := range r {
			text, _ := item.(string)
			globs = append(globs, text)
		}
	}
	return globs
}

func checkFiles(fields []FileField) error {
	for _, f := range fields {
		if err := checkURI(f.Field, f.URI); err != nil {
			return err
		}
	}
	return nil
}

func checkURI(field, raw string) error {
	if _, err := Path(raw); err != nil {
		return Bad(field, "%q is %v", raw, err)
	}
	return nil
}

func checkRanges(targets []Target) error {
	for i, t := range targets {
		for k, r := range t.Ranges {
			if r.End.Line < r.Start.Line || r.End.Line == r.Start.Line && r.End.Character < r.Start.Character {
				return Bad("targets["+strconv.Itoa(i)+"].ranges["+strconv.Itoa(k)+"]", "%d:%d to %d:%d ends before it starts",
					r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
			}
		}
	}
	return nil
}

func targetFields(targets []Target) (fields []FileField) {
	for i, t := range targets {
		fields = append(fields, FileField{"targets[" + strconv.Itoa(i) + "].uri", t.URI})
	}
	return fields
}

// fileField is the field of a request about at most one file.
func fileField(uri string) []FileField {
	if uri == "" {
		return nil
	}
	return []FileField{{"uri", uri}}
}

// firstOf is the first error of some.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
