package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/workspace/store"
)

// publishFlags say what of a scan a store gets.
type publishFlags struct {
	url, repository string
	dryRun          bool
	shards          int
}

func (p *publishFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&p.url, "store", "", "publish the folder in the team's store at this `URL`, an OpenSearch (default, with --repository or --dry-run: the setting store.url)")
	flags.StringVar(&p.repository, "repository", "", "publish the folder under this `NAME` (default: the path of git's remote, else the folder's name)")
	flags.BoolVar(&p.dryRun, "dry-run", false, "say what would be sent to the store, and send nothing; with --json all of it")
	flags.IntVar(&p.shards, "shards", 1, "make a store that is not there yet with so many `SHARDS` for its definitions, and for what uses them")
}

// meant reports whether anything is to be published.
func (p *publishFlags) meant() bool { return p.url != "" || p.repository != "" || p.dryRun }

func (p *publishFlags) check(since string) error {
	switch {
	case since != "":
		return errors.New("--since: what is published is all of the folder; what the store has already is not sent again")
	case p.shards < 1 || p.shards > maxShards:
		return fmt.Errorf("--shards: %d is not from 1 to %d", p.shards, maxShards)
	case p.repository != "":
		return store.CheckName(p.repository)
	}
	return nil
}

// maxShards is what OpenSearch allows an index.
const maxShards = 1024

// publication is what a command prints of a publication with --json.
type publication struct {
	Repository string        `json:"repository"`
	Store      string        `json:"store"` // host and port
	DryRun     bool          `json:"dryRun"`
	Commit     string        `json:"commit,omitempty"`
	Generation int64         `json:"generation,omitempty"` // 0: there was nothing to write
	Sent       publishCounts `json:"sent"`                 // or would be
	Unchanged  publishCounts `json:"unchanged"`
	Deleted    publishCounts `json:"deleted"`
	Gone       []string      `json:"gone"` // paths
	Skipped    []string      `json:"skipped"`
	Seconds    float64       `json:"durationSeconds"`
}

type publishCounts struct {
	Documents   int `json:"documents"`
	Files       int `json:"files"`
	Definitions int `json:"definitions"`
	Packages    int `json:"packages"`
	Uses        int `json:"uses"`
}

func publishCountsOf(c store.Counts) publishCounts {
	return publishCounts{c.Total(), c.Files, c.Definitions, c.Packages, c.Uses}
}

// publish makes a store's documents of the folder those of its newest snapshot.
func (o *opened) publish(p publishFlags, asJSON bool) error {
	client, err := o.openStore(p.url)
	if err != nil {
		return err
	}
	defer client.Close()
	own, err := engine.RepositoryOf(o.ctx, o.root, true)
	if err != nil {
		return err
	}
	if p.repository == "" {
		p.repository = own.Repository
		if err := store.CheckName(p.repository); err != nil {
			return fmt.Errorf("%w; --repository gives it another one", err)
		}
	}
	snap, sources := o.folder.Snapshot(), o.conf.Values.Store.Sources
	lines := bufio.NewWriter(asItIs(o.out)) // JSON, which is visible
	line := func(v any) error {
		data, err := lsp.JSON(v)
		if err == nil {
			_, err = lines.Write(append(data, '\n'))
		}
		return err
	}
	about := store.Publication{Repository: p.repository, Origin: own.Origin, Commit: snap.Head(), Program: buildVersion(), By: scanner(), Shards: p.shards,
		Documents: func(ctx context.Context, visit func(store.FileDocuments) error) error {
			return o.engine.Documents(ctx, snap, sources, visit)
		}}
	switch {
	case p.dryRun && asJSON:
		about.Show = func(d store.FileDocuments, _ bool) error { return line(d) }
	case p.dryRun:
		about.Show = func(d store.FileDocuments, known bool) error { return showDocuments(o.out, d, known) }
	case o.terminal:
		about.Progress = drawPublishing(asItIs(o.err), len(snap.Files()))
	}
	done, err := client.Publish(o.ctx, about)
	if about.Progress != nil {
		fmt.Fprint(asItIs(o.err), "\r\x1b[K")
	}
	if err := errors.Join(err, lines.Flush()); err != nil {
		return err
	}
	for _, path := range done.Skipped {
		fmt.Fprintf(o.err, "contextls: not published, its path is too long or no UTF-8: %q\n", path)
	}
	says := publication{Repository: p.repository, Store: client.Host(), DryRun: p.dryRun, Commit: snap.Head(), Generation: done.Generation, Sent: publishCountsOf(done.Sent),
		Unchanged: publishCountsOf(done.Unchanged), Deleted: publishCountsOf(done.Deleted), Gone: append([]string{}, done.Gone...),
		Skipped: append([]string{}, done.Skipped...), Seconds: done.Duration.Seconds()}
	switch {
	case asJSON && p.dryRun: // a line, as those before are
		return errors.Join(line(says), lines.Flush())
	case asJSON:
		return o.printJSON(says)
	}
	if p.dryRun {
		for _, path := range done.Gone {
			fmt.Fprintf(o.out, "gone     %s\n", path)
		}
	}
	fmt.Fprint(o.out, says.String())
	return nil
}

// String is what a person is told.
func (p publication) String() string {
	sent := "sent"
	if p.DryRun {
		sent = "would be sent"
	}
	return fmt.Sprintf("%s: %d documents %s to %s (%d files, %d definitions, %d packages, %d uses of other packages), %d unchanged, %d deleted; %.2f s\n",
		p.Repository, p.Sent.Documents, sent, p.Store, p.Sent.Files, p.Sent.Definitions, p.Sent.Packages, p.Sent.Uses, p.Unchanged.Documents, p.Deleted.Documents, p.Seconds)
}

// openStore is a client of the store at an address, by default that of the settings.
func (o *opened) openStore(address string) (*store.Client, error) {
	s := o.conf.Values.Store
	config := store.Config{URL: cmp.Or(address, s.URL), Prefix: s.Prefix, Insecure: s.Insecure}
	if config.URL == "" {
		return nil, errors.New("--store: there is no store: neither is one named here, nor by the setting store.url")
	}
	if s.CA != "" {
		var err error
		if config.CA, err = os.ReadFile(s.CA); err != nil {
			return nil, fmt.Errorf("store.ca: %w", err)
		}
	}
	return store.Open(config.WithCredentials(os.Getenv))
}

// showDocuments tells in one line what would be sent of a file.
func showDocuments(w io.Writer, d store.FileDocuments, known bool) error {
	what := "new"
	if known {
		what = "changed"
	}
	counts := []string{fmt.Sprintf("%d definitions", len(d.Definitions)), fmt.Sprintf("%d uses", len(d.Uses))}
	for _, p := range d.Packages {
		counts = append(counts, strings.TrimSpace("package "+p.Ecosystem+" "+p.Name+" "+p.Version))
	}
	_, err := fmt.Fprintf(w, "%-8s %s: %s\n", what, d.File.Path, strings.Join(counts, ", "))
	return err
}

// drawPublishing draws one line over the last.
func drawPublishing(w io.Writer, files int) func(store.Progress) {
	return func(p store.Progress) {
		fmt.Fprintf(w, "\r\x1b[Kpublishing: %d of %d files looked at, %d documents taken", p.Files, files, p.Sent)
	}
}

// scanner tells others who scans.
func scanner() string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return fmt.Sprintf("%s@%s, process %d", cmp.Or(os.Getenv("USER"), os.Getenv("USERNAME"), "?"), host, os.Getpid())
}
