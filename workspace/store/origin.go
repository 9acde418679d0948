package store

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// Origin says where a repository is from, whatever a store calls it: so that a folder knows itself there.
type Origin struct {
	Remote    string `json:"remote,omitempty"`    // git's: host/owner/name, in lower case; "" where there is none
	Root      string `json:"root,omitempty"`      // hash of the first commit; "" where it is not known
	Directory string `json:"directory,omitempty"` // what of git's repository it is; "": all of it
}

// sameAs reports whether two origins are in one repository of git's. Where both have remotes, these tell: forks share their first commit, and so do services
// that began as copies of a template.
func (o Origin) sameAs(p Origin) bool {
	if o.Remote != "" && p.Remote != "" {
		return strings.EqualFold(o.Remote, p.Remote)
	}
	return o.Root != "" && o.Root == p.Root
}

// check reports what cannot be of an origin.
func (o *Origin) check() error {
	for field, text := range map[string]string{"origin.remote": o.Remote, "origin.root": o.Root, "origin.directory": o.Directory} {
		if err := checkName(field, text, true); err != nil {
			return err
		}
	}
	return nil
}

// Own is the repository that asks: its documents are not asked for. A store has it by its name or by its origin.
type Own struct {
	Repository string // its name; "": it has none
	Origin     Origin
}

// ownPart is what is the asker's own of a repository in the store.
type ownPart struct {
	repository string
	below      string // the directory there that is; "": all of it
}

// partOf is what is the asker's own of a repository of some origin.
func (o *Own) partOf(r *Repository) (part ownPart, ok bool) {
	if !o.Origin.sameAs(r.Origin) {
		return part, false
	}
	mine, theirs := o.Origin.Directory, r.Origin.Directory
	switch {
	case mine == theirs, mine == "", strings.HasPrefix(theirs, mine+"/"):
		return ownPart{repository: r.Name}, true
	case theirs == "", strings.HasPrefix(mine, theirs+"/"):
		return ownPart{r.Name, strings.TrimPrefix(strings.TrimPrefix(mine, theirs), "/")}, true
	}
	return part, false
}

// maxOwn is how many repositories of the store may be one: published by other names, or by directories.
const maxOwn = 1000

// own finds what of the store is the asker's own.
func (r *Reader) own(ctx context.Context, o Own) ([]ownPart, error) {
	var parts []ownPart
	if o.Repository != "" {
		parts = append(parts, ownPart{repository: o.Repository})
	}
	var same []string
	if o.Origin.Remote != "" {
		same = append(same, term("origin.remote", strings.ToLower(o.Origin.Remote)))
	}
	if o.Origin.Root != "" {
		same = append(same, term("origin.root", o.Origin.Root))
	}
	if len(same) == 0 {
		return parts, nil
	}
	a, err := keep(ctx, r, o, func(ctx context.Context) (a Answer[ownPart], err error) {
		answers, err := r.search(ctx, search{Repositories, fmt.Sprintf(`{"size": %d, "query": %s}`, maxOwn, anyOf(same))})
		if err != nil {
			return a, err
		}
		for _, h := range answers[0].Hits.Hits {
			var of Repository
			if json.Unmarshal(h.Source, &of) != nil || of.check() != nil {
				continue // its documents are refused, too
			}
			if part, ok := o.partOf(&of); ok {
				a.Found = append(a.Found, part)
			}
		}
		return a, nil
	})
	return append(parts, a.Found...), err
}

// NewOrigin is the origin of a directory of git's repository.
func NewOrigin(remote, root, directory string) Origin {
	return Origin{strings.ToLower(remote), root, strings.TrimPrefix(path.Clean("/"+directory), "/")}
}
