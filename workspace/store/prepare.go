package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// Prepare makes the indices that are missing, if the others are as Check wants them. shards is for each that is made of
// definitions and uses; 1 will do for some tens of millions of definitions.
func (c *Client) Prepare(ctx context.Context, shards int) error {
	all, err := c.indices(ctx)
	if err != nil || len(all) == len(kinds()) {
		return err
	}
	raced := false
	for _, kind := range kinds() {
		if all[kind] != "" {
			continue
		}
		err := c.create(ctx, kind, shards)
		var refused *Refused
		switch {
		case errors.As(err, &refused) && refused.Type == indexThere:
			raced = true
		case err != nil:
			return err
		}
	}
	if raced {
		return c.Check(ctx) // it may be somebody else's
	}
	return nil
}

// indexThere is OpenSearch's name of the error that there is such an index already.
const indexThere = "resource_already_exists_exception"

// create makes a kind's index.
func (c *Client) create(ctx context.Context, kind Kind, shards int) error {
	if kind != Definitions && kind != Uses {
		shards = 1
	}
	return c.do(ctx, request{method: http.MethodPut, path: "/" + url.PathEscape(c.index(kind)), body: creation(kind, c.alias(kind), max(shards, 1))}, nil)
}

// creation is the request that makes a kind's index, with its alias.
func creation(kind Kind, alias string, shards int) json.RawMessage {
	return fmt.Appendf(nil, `{"settings": %s, "aliases": {%q: {"is_write_index": true}},
		"mappings": {"_meta": {"contextls": {"schema": %d, "kind": %q}}, "dynamic": "strict", "_routing": {"required": %t}, "properties": {%s}}}`,
		fmt.Sprintf(settings, shards), alias, Schema, kind, kind != Repositories, properties(kind)) // a repository is found by its name
}
