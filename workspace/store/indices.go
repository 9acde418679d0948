package store

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// indices are those of a store that are there, by their own names.
type indices map[Kind]string

// indices finds the store's indices by their aliases, and says whose they are: the one verdict, for scans and for questions. The error
// is ErrForeign or ErrSchema, with the index' name, or do's; then nothing of the store is used or changed.
func (c *Client) indices(ctx context.Context) (indices, error) {
	var aliases []string
	for _, kind := range kinds() {
		aliases = append(aliases, c.alias(kind))
	}
	var answer map[string]struct {
		Aliases  map[string]struct{} `json:"aliases"`
		Mappings struct {
			Meta mappingMeta `json:"_meta"`
		} `json:"mappings"`
	}
	r := request{method: http.MethodGet, path: "/" + url.PathEscape(strings.Join(aliases, ",")), query: "ignore_unavailable=true&filter_path=*.aliases,*.mappings._meta"}
	if err := c.do(ctx, r, &answer); err != nil {
		return nil, err
	}
	all := indices{}
	for _, index := range slices.Sorted(maps.Keys(answer)) {
		of, ours := answer[index], answer[index].Mappings.Meta.Contextls
		foreign := fmt.Errorf("index %.80q of %s: %w; nothing of it is used or changed; publish under another prefix", index, c.host, ErrForeign)
		if ours == nil || !slices.Contains(kinds(), ours.Kind) {
			return nil, foreign
		}
		if ours.Schema != Schema {
			return nil, fmt.Errorf("index %.80q of %s: %w, %d in place of %d; nothing of it is used or changed; contextls of that version reads it, and another prefix begins anew",
				index, c.host, ErrSchema, ours.Schema, Schema)
		}
		if _, by := of.Aliases[c.alias(ours.Kind)]; !by {
			return nil, foreign
		}
		if other := all[ours.Kind]; other != "" {
			return nil, fmt.Errorf("alias %q of %s leads to two indices, %.80q and %.80q", c.alias(ours.Kind), c.host, other, index)
		}
		all[ours.Kind] = index
	}
	return all, nil
}

// all are the store's indices. The errors are those of the method indices, and ErrEmpty where some are missing.
func (c *Client) all(ctx context.Context) (indices, error) {
	all, err := c.indices(ctx)
	if err == nil && len(all) < len(kinds()) {
		err = fmt.Errorf("%s: %w", c.host, ErrEmpty)
	}
	return all, err
}

// Check reports whether the store's indices are there, ours and of this Schema: if not, the error is ErrEmpty, ErrForeign or ErrSchema, or says why
// the store does not answer.
func (c *Client) Check(ctx context.Context) error {
	_, err := c.all(ctx)
	return err
}
