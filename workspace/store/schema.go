package store

// Schema is the version of the mappings below. Another one has indices of its own: see README.md.
const Schema = 2

// settings are those of an index when it is made. A commit refreshes what it wrote; nobody waits for the rest.
const settings = `{
	"index": {"number_of_shards": %d, "auto_expand_replicas": "0-1", "refresh_interval": "30s", "codec": "best_compression", "mapping.coerce": false},
	"analysis": {
		"tokenizer": {
			"names": {"type": "pattern", "pattern": "[^\\p{L}\\p{M}\\p{N}_$]+"},
			"parts": {"type": "pattern", "pattern": "` + parts + `", "group": 0}
		},
		"filter": {
			"split": {"type": "pattern_capture", "preserve_original": true, "patterns": ["(` + parts + `)"]},
			"singular": {"type": "stemmer", "language": "minimal_english"},
			"once": {"type": "unique", "only_on_same_position": true}
		},
		"analyzer": {
			"identifier": {"type": "custom", "tokenizer": "names", "filter": ["split", "lowercase", "singular", "once"]},
			"identifier_parts": {"type": "custom", "tokenizer": "parts", "filter": ["lowercase", "singular"]},
			"identifier_whole": {"type": "custom", "tokenizer": "names", "filter": ["lowercase", "singular"]}
		}
	}
}`

// parts are those of an identifier: HTTPServer2_name is HTTP, Server, 2 and name.
const parts = `\\p{Lu}+(?!\\p{Ll})|\\p{Lu}?\\p{Ll}+|[\\p{Lo}\\p{Lm}\\p{Lt}\\p{M}]+|\\p{N}+`

// Fields of text are found by the parts of the identifiers in them and by whole identifiers: a question is split
// (identifier_parts), unless it says identifier_whole.
const (
	text    = `{"type": "text", "analyzer": "identifier", "search_analyzer": "identifier_parts"}`
	words   = `{"type": "text", "analyzer": "identifier", "search_analyzer": "identifier_parts", "index_options": "docs", "norms": false}`
	keyword = `{"type": "keyword", "ignore_above": 1024}`
	both    = `{"type": "keyword", "ignore_above": 1024, "fields": {"words": ` + text + `}}`
	number  = `{"type": "integer"}`
	shown   = `{"type": "keyword", "index": false, "doc_values": false}`
	life    = `"repository": ` + keyword + `, "from": {"type": "long"}, "until": {"type": "long"}`
	place   = life + `, "path": ` + both
	names   = `{"properties": {"ecosystem": ` + keyword + `, "name": ` + keyword + `, "version": ` + keyword + `, "as": ` + keyword + `}}`
	opaque  = `{"type": "object", "enabled": false}`
	truth   = `{"type": "boolean"}`
)

// properties are the fields of a kind's documents.
func properties(kind Kind) string {
	switch kind {
	case Definitions:
		return place + `, "language": ` + keyword + `, "kind": ` + keyword + `, "name": ` + both + `, "container": ` + both + `, "signature": ` + text + `,
			"doc": ` + text + `, "line": ` + number + `, "end": ` + number + `, "exported": ` + truth + `, "test": ` + truth + `, "module": ` + keyword + `,
			"package": ` + names + `, "words": ` + words + `, "source": ` + shown
	case Files:
		return place + `, "content": ` + keyword + `, "language": ` + keyword + `, "lines": ` + number + `, "summary": ` + text + `, "imports": ` + keyword + `,
			"importance": {"type": "float"}, "test": ` + truth + `, "counts": ` + opaque
	case Packages:
		return place + `, "ecosystem": ` + keyword + `, "name": ` + both + `, "version": ` + keyword + `, "as": ` + keyword + `, "directory": ` + keyword
	case Uses:
		return place + `, "language": ` + keyword + `, "package": ` + names + `, "module": ` + keyword + `, "name": ` + both + `, "count": ` + number + `,
			"lines": {"type": "integer", "index": false, "doc_values": false}, "in": ` + shown + `, "test": ` + truth
	}
	return `"name": ` + keyword + `, "origin": {"properties": {"remote": ` + keyword + `, "root": ` + keyword + `, "directory": ` + keyword + `}}, "schema": ` + number + `, "commit": ` + keyword + `, "generation": {"type": "long"}, "last": {"type": "long"},
		"void": {"type": "long"}, "lease": ` + opaque + `, "cleared": ` + truth + `, "scanned": {"type": "date"}, "program": ` + keyword + `, "counts": ` + opaque
}

// mappingMeta is what a mapping says of itself.
type mappingMeta struct {
	Contextls *struct {
		Schema int  `json:"schema"`
		Kind   Kind `json:"kind"`
	} `json:"contextls"`
}
