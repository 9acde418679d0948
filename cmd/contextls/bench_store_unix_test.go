//go:build unix

package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// askedClones is from how many of its clones BenchmarkStore asks.
const askedClones = 5

// BenchmarkStore publishes each clone in the directory that CONTEXTLS_BENCH names, or it alone, to the OpenSearch of tests, twice, and
// then asks it from some of them for what is in all: as often as -benchtime says, with a limit that is never reached.
func BenchmarkStore(b *testing.B) {
	clones := clonesIn(b)
	config := storetest.Config(b)
	client, err := store.Open(config)
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	e := engine.New(settings.Default())
	var first, again store.Counts
	var publishing time.Duration
	var unchanged []time.Duration
	var names []string
	var asked []*workspace.Folder
	for i, clone := range clones {
		session, folder := openForBench(b, clone)
		snap := folder.Snapshot()
		about := store.Publication{Repository: "bench/" + filepath.Base(clone), Commit: snap.Head(), Program: "bench", By: "bench",
			Documents: func(ctx context.Context, visit func(store.FileDocuments) error) error {
				return e.Documents(ctx, snap, false, func(d store.FileDocuments) error {
					for _, of := range d.Definitions {
						names = append(names, of.Name)
					}
					return visit(d)
				})
			}}
		for _, counts := range []*store.Counts{&first, &again} {
			done, err := client.Publish(b.Context(), about)
			if err != nil {
				b.Fatal(clone, err)
			}
			*counts = store.Counts{Files: counts.Files + done.Sent.Files, Definitions: counts.Definitions + done.Sent.Definitions,
				Packages: counts.Packages + done.Sent.Packages, Uses: counts.Uses + done.Sent.Uses}
			if counts == &first {
				publishing += done.Duration
			} else {
				unchanged = append(unchanged, done.Duration)
			}
		}
		if i*askedClones/len(clones) > (i-1)*askedClones/len(clones) || i == 0 {
			defer session.Close()
			asked = append(asked, folder)
		} else {
			session.Close()
		}
	}
	slices.Sort(unchanged)
	b.Run("Publish", func(b *testing.B) {
		for b.Loop() { // it is done
		}
		b.ReportMetric(float64(len(clones)), "clones")
		b.ReportMetric(float64(first.Total()), "documents")
		b.ReportMetric(float64(first.Definitions), "definitions")
		b.ReportMetric(float64(first.Total())/publishing.Seconds(), "documents/s")
		b.ReportMetric(float64(unchanged[len(unchanged)/2].Milliseconds()), "again-p50-ms")
		b.ReportMetric(float64(again.Total()), "again-documents")
		b.ReportMetric(onDisk(b, config)/(1<<20), "MB")
	})

	limit := 20
	with := settings.Default()
	with.Store = settings.Store{URL: config.URL, Prefix: config.Prefix, TimeoutMs: 60_000}
	for _, how := range []struct {
		name         string
		engine       *engine.Engine
		repositories []string
	}{{"Without", e, nil}, {"With", engine.New(with), []string{"*"}}} {
		random := rand.New(rand.NewPCG(1, 2)) // the same questions for both
		questions := questionsOf(names, random)
		queried := func(b *testing.B) {
			measure(b, func(i int) error {
				_, err := how.engine.Query(b.Context(), asked[i%len(asked)].Snapshot(), engine.Query{Text: questions[i%len(questions)], Limit: &limit, Repositories: how.repositories})
				return err
			})
		}
		for _, folder := range asked { // the first one of a folder makes its index
			if _, err := how.engine.Query(b.Context(), folder.Snapshot(), engine.Query{Text: "warm up", Repositories: how.repositories}); err != nil {
				b.Fatal(err)
			}
		}
		b.Run("Query/"+how.name, queried)
		b.Run("QueryAgain/"+how.name, queried)
		path := func() (*workspace.Snapshot, string) {
			snap := asked[random.IntN(len(asked))].Snapshot()
			for files := snap.Files(); ; {
				if f := files[random.IntN(len(files))]; f.Language != nil && f.Language.ID != "markdown" {
					return snap, f.Path
				}
			}
		}
		b.Run("Pack/"+how.name, func(b *testing.B) {
			measure(b, func(int) error {
				tokens := 8000
				snap, path := path()
				_, err := how.engine.Pack(b.Context(), snap, engine.PackRequest{Targets: engine.Targets([]string{path}), Budget: engine.Budget{Tokens: &tokens}})
				return err
			})
		})
		b.Run("Impact/"+how.name, func(b *testing.B) {
			measure(b, func(int) error {
				snap, path := path()
				_, err := how.engine.Impact(b.Context(), snap, engine.Subject{Path: path}, how.repositories...)
				return err
			})
		})
	}
}

// clonesIn are the directories in benchFolder, unless it is a clone itself.
func clonesIn(b *testing.B) []string {
	dir := benchFolder(b)
	if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
		return []string{dir}
	}
	entries, err := os.ReadDir(dir)
	var clones []string
	for _, e := range entries {
		if e.IsDir() {
			clones = append(clones, filepath.Join(dir, e.Name()))
		}
	}
	if err != nil || len(clones) == 0 {
		b.Fatalf("there are no clones in %s: %v", dir, err)
	}
	return clones
}

// questionsOf asks for definitions by the words that their names are made of, two to four of them.
func questionsOf(names []string, random *rand.Rand) []string {
	word := regexp.MustCompile(`[A-Z]?[a-z]{2,}`)
	var questions []string
	for tries := 0; tries < 100_000 && len(questions) < 500; tries++ {
		if words := word.FindAllString(names[random.IntN(len(names))], 4); len(words) > 1 {
			questions = append(questions, strings.ToLower(strings.Join(words, " ")))
		}
	}
	return questions
}

// onDisk is how many bytes a store's indices have.
func onDisk(b *testing.B, c store.Config) float64 {
	resp, err := http.Get(c.URL + "/" + c.Prefix + "-*/_stats/store")
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		All struct {
			Total struct {
				Store struct {
					Bytes float64 `json:"size_in_bytes"`
				} `json:"store"`
			} `json:"total"`
		} `json:"_all"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		b.Fatal(err)
	}
	return answer.All.Total.Store.Bytes
}
