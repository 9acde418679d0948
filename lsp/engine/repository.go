package engine

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"sync"

	"github.com/contextls/contextls/workspace/git"
)

// RepositoryName is what a folder's repository is called in a store: by the path of its remote, or by its folder's name. A folder
// inside of a repository is one of its own.
func RepositoryName(ctx context.Context, root string) (string, error) {
	name, below := "", ""
	top, inside, err := git.TopLevel(ctx, root)
	switch {
	case err == nil:
		below = inside
		if name, err = git.RemoteName(ctx, root); err != nil {
			return "", err
		}
	case errors.Is(err, git.ErrNoRepository), errors.Is(err, git.ErrNoGit):
		top = root
	default:
		return "", err
	}
	return path.Join(cmp.Or(name, filepath.Base(top)), below), nil
}

// ownName is the name of a folder's repository, "" where it cannot be known. It is found out once.
type ownName struct {
	once sync.Once
	name string
}

func (o *ownName) of(root string) string {
	o.once.Do(func() {
		o.name, _ = RepositoryName(context.Background(), root) // git has its own limits
	})
	return o.name
}
