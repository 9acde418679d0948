package workspace

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/parse"
	"github.com/contextls/contextls/workspace/secret"
)

// keptFacts is how many contents' Facts are remembered, the last ones extracted, so that an undo or a switch
// back to a branch parses little. Those of one content are a few kilobytes; the files of a folder hold
// their own besides.
const keptFacts = 1024

// factCache extracts Facts once for each content and language. It is safe for concurrent use.
type factCache struct {
	pool *parse.Pool
	read *lru.Cache[factKey, extracted]
}

type factKey struct {
	hash        Hash
	language    string
	showSecrets bool
}

// extracted is what extracting Facts came to: Facts, or what the content itself is at fault for.
type extracted struct {
	facts   *analysis.Facts // without the secrets
	secrets []secret.Finding
	err     error
}

func newFactCache(pool *parse.Pool) *factCache {
	read, err := lru.New[factKey, extracted](keptFacts)
	if err != nil {
		panic(err) // of a size below 1
	}
	return &factCache{pool: pool, read: read}
}

// get gives what is known of a content. What interrupted an extraction is not remembered, what the content is at
// fault for is. If it takes long, slow is called.
func (c *factCache) get(ctx context.Context, lang *analysis.Language, hash Hash, text []byte, showSecrets bool, slow func()) extracted {
	if read, known := c.known(lang, hash, showSecrets); known {
		return read
	}
	facts, err := c.pool.Extract(ctx, lang, text, slow)
	e := extracted{facts: facts, err: err}
	if err != nil && !parse.AtFault(err) {
		return e
	}
	if facts != nil && !showSecrets {
		e.redact(string(text))
	}
	// Another extraction may have been faster: equal Facts are one value, so that linking sees no change.
	if first, known, _ := c.read.PeekOrAdd(factKey{hash, lang.ID, showSecrets}, e); known {
		return first
	}
	return e
}

// known is what a content came to, if it was extracted not long ago.
func (c *factCache) known(lang *analysis.Language, hash Hash, showSecrets bool) (extracted, bool) {
	return c.read.Get(factKey{hash, lang.ID, showSecrets})
}

// redact finds the secrets of a text, and replaces what signatures, documentation and names have of them.
// References are compared, and never shown.
func (e *extracted) redact(text string) {
	read := secret.Read(text)
	if e.secrets = read.Found; len(e.secrets) == 0 {
		return
	}
	hide := func(field *string) { *field = read.Hide(*field) }
	for i := range e.facts.Symbols {
		s := &e.facts.Symbols[i]
		hide(&s.Signature)
		hide(&s.Doc)
		hide(&s.Name)
		hide(&s.Container)
	}
	for i := range e.facts.Imports {
		hide(&e.facts.Imports[i].Specifier)
	}
}
