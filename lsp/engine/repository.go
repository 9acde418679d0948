package engine

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"sync"
	"time"

	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/store"
)

// RepositoryOf says what a folder's repository is called in a store, by the path of its remote or by its folder's name, and where it is
// from; by its first commit, which may take a while to find, only where it has no remote or that is wanted, too. A folder inside of a repository is one
// of its own.
func RepositoryOf(ctx context.Context, root string, whole bool) (store.Own, error) {
	top, below, err := git.TopLevel(ctx, root)
	switch {
	case errors.Is(err, git.ErrNoRepository), errors.Is(err, git.ErrNoGit):
		return store.Own{Repository: filepath.Base(root)}, nil
	case err != nil:
		return store.Own{}, err
	}
	remote, err := git.Remote(ctx, root)
	if err != nil {
		return store.Own{}, err
	}
	first := ""
	if remote.Path == "" || whole {
		ctx, cancel := context.WithTimeout(ctx, firstCommitTime)
		defer cancel()
		first, _ = git.FirstCommit(ctx, root) // of a very long history it is not known
	}
	return store.Own{Repository: path.Join(cmp.Or(remote.Path, filepath.Base(top)), below), Origin: store.NewOrigin(remote.String(), first, below)}, nil
}

// firstCommitTime is how long is looked for a first commit: hundreds of thousands of commits are read in it.
const firstCommitTime = 2 * time.Second

// ownRepository is a folder's own repository, as far as it can be known. It is found out once.
type ownRepository struct {
	once sync.Once
	own  store.Own
}

func (o *ownRepository) of(root string) store.Own {
	o.once.Do(func() {
		o.own, _ = RepositoryOf(context.Background(), root, false) // git has its own limits
	})
	return o.own
}
