package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// Prepare makes the indices that are missing, and checks the others as Check does. shards is for each that is made of
// definitions and uses; 1 will do for some tens of millions of definitions.
func (c *Client) Prepare(ctx context.Context, shards int) error {
	for _, kind := range kinds() {
		err := c.check(ctx, kind)
		if errors.Is(err, ErrEmpty) {
			err = c.create(ctx, kind, shards)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Check reports whether the store's indices are ours and of this Schema. The error is ErrEmpty where some are missing, ErrForeign or
// ErrSchema, with the index' name; or do's.
func (c *Client) Check(ctx context.Context) error {
	for _, kind := range kinds() {
		if err := c.check(ctx, kind); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) check(ctx context.Context, kind Kind) error {
	alias := c.alias(kind)
	var answer map[string]struct {
		Mappings struct {
			Meta mappingMeta `json:"_meta"`
		} `json:"mappings"`
	}
	err := c.do(ctx, request{method: http.MethodGet, path: "/" + url.PathEscape(alias) + "/_mapping"}, &answer)
	var refused *Refused
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusNotFound:
		return fmt.Errorf("%s: %w", c.host, ErrEmpty)
	case err != nil:
		return err
	}
	for index, of := range answer {
		ours := of.Mappings.Meta.Contextls
		switch {
		case index == alias || ours == nil || ours.Kind != kind:
			return fmt.Errorf("index %q of %s: %w; nothing of it is used or changed; publish under another prefix", index, c.host, ErrForeign)
		case ours.Schema != Schema:
			return fmt.Errorf("index %q of %s: %w, %d in place of %d; nothing of it is used or changed; contextls of that version reads it, and another prefix begins anew",
				index, c.host, ErrSchema, ours.Schema, Schema)
		}
	}
	if len(answer) > 1 {
		return fmt.Errorf("alias %q of %s leads to %d indices, not to one", alias, c.host, len(answer))
	}
	return nil
}

// create makes a kind's index. Another scan may make it at the same time.
func (c *Client) create(ctx context.Context, kind Kind, shards int) error {
	if kind != Definitions && kind != Uses {
		shards = 1
	}
	err := c.do(ctx, request{method: http.MethodPut, path: "/" + url.PathEscape(c.index(kind)), body: creation(kind, c.alias(kind), max(shards, 1))}, nil)
	var refused *Refused
	if errors.As(err, &refused) && refused.Type == "resource_already_exists_exception" {
		return c.check(ctx, kind)
	}
	return err
}

// creation is the request that makes a kind's index, with its alias.
func creation(kind Kind, alias string, shards int) json.RawMessage {
	return fmt.Appendf(nil, `{"settings": %s, "aliases": {%q: {"is_write_index": true}},
		"mappings": {"_meta": {"contextls": {"schema": %d, "kind": %q}}, "dynamic": "strict", "_routing": {"required": %t}, "properties": {%s}}}`,
		fmt.Sprintf(settings, shards), alias, Schema, kind, kind != Repositories, properties(kind)) // a repository is found by its name
}
