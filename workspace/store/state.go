package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// statePage is how many files are asked for at a time: what OpenSearch gives at once.
const statePage = 10_000

// publishedFile is what a store has of a file.
type publishedFile struct {
	Life
	Path    string `json:"path"`
	Content string `json:"content"`
	Counts  Counts `json:"counts"`
}

// state reads what counts of a repository's files, by path. What it has is as old as the last refresh, and every commit has one.
func (c *Client) state(ctx context.Context, r *Repository) (map[string]publishedFile, error) {
	files := map[string]publishedFile{}
	var after []any
	for {
		body := map[string]any{"size": statePage, "query": map[string]any{"term": map[string]any{"repository": r.Name}}, "track_total_hits": false,
			"_source": []string{"path", "from", "until", "content", "counts"}, "sort": []string{"path", "from"}}
		if after != nil {
			body["search_after"] = after
		}
		query, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		var answer struct {
			Hits struct {
				Hits []struct {
					Source publishedFile `json:"_source"`
					Sort   []any         `json:"sort"`
				} `json:"hits"`
			} `json:"hits"`
			Shards struct {
				Failed int `json:"failed"`
			} `json:"_shards"`
		}
		err = c.retry(ctx, func(ctx context.Context) error {
			return c.do(ctx, request{method: http.MethodPost, path: "/" + url.PathEscape(c.alias(Files)) + "/_search",
				query: url.Values{"routing": {r.Name}}.Encode(), body: query}, &answer)
		})
		var refused *Refused
		switch {
		case errors.As(err, &refused) && refused.Status == http.StatusNotFound:
			return files, nil
		case err != nil:
			return nil, err
		case answer.Shards.Failed > 0:
			return nil, fmt.Errorf("%s has lost a part of the files of %s", c.host, r.Name)
		}
		for _, hit := range answer.Hits.Hits {
			hit.Source.Counts.Files = 1
			if after = hit.Sort; r.Live(hit.Source.Life) {
				files[hit.Source.Path] = hit.Source
			}
		}
		if len(answer.Hits.Hits) < statePage {
			return files, nil
		}
	}
}

// clearMost is how many documents are deleted by one request: it is to be answered before somebody on the way loses patience.
const clearMost = 20_000

// clear deletes the documents of a repository that do not count: those of scans that died, and what a commit replaced.
func (c *Client) clear(ctx context.Context, r *Repository) error {
	void := append([]int64{}, r.Void...)
	query, err := json.Marshal(map[string]any{"query": map[string]any{"bool": map[string]any{
		"filter": map[string]any{"term": map[string]any{"repository": r.Name}},
		"should": []any{
			map[string]any{"terms": map[string]any{"from": void}},
			map[string]any{"bool": map[string]any{
				"filter":   map[string]any{"range": map[string]any{"until": map[string]any{"lte": r.Generation}}},
				"must_not": map[string]any{"terms": map[string]any{"until": void}}}}},
		"minimum_should_match": 1}}})
	if err != nil {
		return err
	}
	if err := c.refresh(ctx); err != nil {
		return err
	}
	params := url.Values{"routing": {r.Name}, "conflicts": {"proceed"}, "refresh": {"true"}, "max_docs": {fmt.Sprint(clearMost)}}
	for _, kind := range contentKinds() {
		for deleted := clearMost; deleted == clearMost; {
			var answer struct {
				Deleted int `json:"deleted"`
			}
			err := c.retry(ctx, func(ctx context.Context) error {
				return c.do(ctx, request{method: http.MethodPost, path: "/" + url.PathEscape(c.alias(kind)) + "/_delete_by_query", query: params.Encode(), body: query}, &answer)
			})
			if err != nil {
				return err
			}
			deleted = answer.Deleted
		}
	}
	return nil
}

// refresh has searches find all that was written.
func (c *Client) refresh(ctx context.Context) error {
	var names []string
	for _, kind := range contentKinds() {
		names = append(names, c.alias(kind))
	}
	return c.retry(ctx, func(ctx context.Context) error {
		return c.do(ctx, request{method: http.MethodPost, path: "/" + strings.Join(names, ",") + "/_refresh"}, nil)
	})
}

// contentKinds are the kinds of which a repository has many documents.
func contentKinds() []Kind { return []Kind{Definitions, Uses, Packages, Files} }

// byPath are files that were not seen again, in order.
func byPath(files map[string]publishedFile) []publishedFile {
	return slices.SortedFunc(maps.Values(files), func(a, b publishedFile) int { return cmp.Compare(a.Path, b.Path) })
}
