#include "read.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arena.h"
#include "tree.h"

// What is used of tree-sitter here, as its api.h has it: that file lies in another module, the code is linked in.
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct TSQueryCursor TSQueryCursor;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { TSNode node; uint32_t index; } TSQueryCapture;
typedef struct { uint32_t id; uint16_t pattern_index, capture_count; const TSQueryCapture *captures; } TSQueryMatch;
TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *);
bool ts_parser_set_language(TSParser *, const void *);
void ts_parser_set_timeout_micros(TSParser *, uint64_t);
TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
TSNode ts_tree_root_node(const TSTree *);
bool ts_node_has_error(TSNode);
uint32_t ts_node_start_byte(TSNode);
uint32_t ts_node_end_byte(TSNode);
TSQueryCursor *ts_query_cursor_new(void);
void ts_query_cursor_set_max_start_depth(TSQueryCursor *, uint32_t);
void ts_query_cursor_exec(TSQueryCursor *, const void *, TSNode);
bool ts_query_cursor_next_match(TSQueryCursor *, TSQueryMatch *);

// room makes room for a match, and begins it.
static uint32_t *room(Matches *out, uint16_t pattern, uint16_t captures) {
	size_t len = out->len + 2 + 3 * (size_t)captures;
	if (len > out->cap) {
		size_t cap = 2 * len;
		uint32_t *data = realloc(out->data, cap * sizeof *data);
		if (!data) {
			fputs("matches: failed to allocate\n", stderr);
			abort();
		}
		out->data = data, out->cap = cap;
	}
	uint32_t *to = out->data + out->len;
	out->len = len;
	*to++ = pattern;
	*to++ = captures;
	return to;
}

static void add(Matches *out, const TSQueryMatch *m) {
	uint32_t *to = room(out, m->pattern_index, m->capture_count);
	for (uint16_t i = 0; i < m->capture_count; i++) {
		*to++ = m->captures[i].index;
		*to++ = ts_node_start_byte(m->captures[i].node);
		*to++ = ts_node_end_byte(m->captures[i].node);
	}
}

typedef struct {
	const Query *query;
	TSQueryCursor *cursor;
	const TSTree *tree;
	time_t deadline;
	uint32_t matches;
	Matches *out;
} Search;

// find adds the matches in a node.
static bool find(Search *s, TSNode node) {
	ts_query_cursor_exec(s->cursor, s->query->query, node);
	for (TSQueryMatch m; ts_query_cursor_next_match(s->cursor, &m);) {
		if (++s->matches % 256 == 0 && time(NULL) > s->deadline) return false; // deep nesting takes a query the square of the depth
		add(s->out, &m);
	}
	return true;
}

// aliases_in are what the children of a node are called in it; NULL: what they always are.
static const uint16_t *aliases_in(const Language *l, const Inner *node) {
	return node->production_id ? l->alias_sequences + node->production_id * l->max_alias_sequence_length : NULL;
}

static bool satisfies(const Query *q, uint32_t kind, Subtree node);

// has reports whether one of a list of kinds is among the children of a node: those that it shows, to which those count of what it hides.
static bool has(const Query *q, uint32_t list, Subtree node, int depth) {
	if (node.leaf.is_inline) return false;
	if (depth > 100) return true; // who knows
	const Subtree *end = (const Subtree *)node.inner;
	const uint16_t *aliases = node.inner->child_count ? aliases_in(q->language, node.inner) : NULL;
	for (const Subtree *c = end - node.inner->child_count; c < end; c++) {
		bool leaf = c->leaf.is_inline, extra = leaf ? c->leaf.extra : c->inner->extra;
		uint16_t alias = !extra && aliases ? *aliases++ : 0;
		if (!alias && !(leaf ? c->leaf.visible : c->inner->visible)) {
			if (has(q, list, *c, depth + 1)) return true;
			continue;
		}
		uint16_t symbol = alias ? alias : leaf ? c->leaf.symbol : c->inner->symbol;
		if (symbol >= q->symbols) continue; // an error
		for (uint32_t i = 1; i <= q->program[list]; i++) {
			uint32_t kind = q->program[list + i];
			if (q->sets[q->program[kind] + symbol] && satisfies(q, kind, *c)) return true;
		}
	}
	return false;
}

// satisfies reports whether a node has all that a kind needs.
static bool satisfies(const Query *q, uint32_t kind, Subtree node) {
	const uint32_t *needs = q->program + kind + 2, count = q->program[kind + 1];
	for (uint32_t i = 0; i < count; i++) {
		if (!has(q, needs[i], node, 0)) return false;
	}
	return true;
}

// may_begin reports whether a node has what matches need that begin with one of its symbol.
static bool may_begin(const Query *q, uint16_t symbol, Subtree node) {
	uint32_t list = q->needs[symbol];
	for (uint32_t i = 1; list && i <= q->program[list]; i++) {
		if (satisfies(q, q->program[list + i], node)) return true;
	}
	return !list;
}

// visit adds the matches that begin with a node, by its symbol, start and end.
static bool visit(Search *s, const Subtree *node, uint16_t alias, uint16_t symbol, uint32_t start, uint32_t end) {
	uint32_t begins = symbol < s->query->symbols ? s->query->begins[symbol] : NOTHING; // errors have a symbol beyond all others
	if (begins == NOTHING) return true;
	if (begins == ANYTHING && !may_begin(s->query, symbol, *node)) return true;
	if (begins == ANYTHING) { // to the query, rows and columns are only more than 0 or not
		return find(s, (TSNode){{start, 0, start, alias}, node, s->tree});
	}
	if (end > 0) { // the query leaves out what is before all text
		uint32_t *to = room(s->out, begins >> 16, 1);
		to[0] = (begins & 0xffff) - CAPTURE, to[1] = start, to[2] = end;
	}
	return true;
}

// Level is where a walk is among the children of a node.
typedef struct {
	const Subtree *child, *end;
	const uint16_t *aliases; // what the next children are called here but for the extra ones; NULL: what they always are
	uint32_t at;             // where the child before ends
} Level;

typedef struct {
	Level *levels;
	size_t len, cap;
} Walk;

// descend goes to the children of a node that starts at an offset, if it has any.
static void descend(Walk *w, const Language *l, Subtree node, uint32_t start) {
	if (node.leaf.is_inline || !node.inner->child_count) return;
	if (w->len == w->cap) {
		w->cap = w->cap ? 2 * w->cap : 256;
		if (!(w->levels = realloc(w->levels, w->cap * sizeof *w->levels))) {
			fputs("levels: failed to allocate\n", stderr);
			abort();
		}
	}
	const Subtree *end = (const Subtree *)node.inner, *first = end - node.inner->child_count;
	w->levels[w->len++] = (Level){first, end, aliases_in(l, node.inner),
		start - (first->leaf.is_inline ? first->leaf.padding_bytes : first->inner->padding.bytes)};
}

// visit_all visits all nodes, each before its children.
static bool visit_all(Search *s, Walk *w, TSNode root) {
	const Language *l = s->query->language;
	const Subtree *node = root.id;
	uint32_t start = root.context[0], end = ts_node_end_byte(root);
	bool visible = true;
	for (uint16_t alias = 0;;) {
		uint16_t symbol = alias ? alias : node->leaf.is_inline ? node->leaf.symbol : node->inner->symbol;
		if (visible && !visit(s, node, alias, symbol, start, end)) return false;
		descend(w, l, *node, start);
		Level *top;
		for (;; w->len--) {
			if (!w->len) return true;
			top = &w->levels[w->len - 1];
			if (top->child < top->end) break;
		}
		node = top->child++;
		bool extra;
		if (node->leaf.is_inline) {
			start = top->at + node->leaf.padding_bytes, end = start + node->leaf.size_bytes;
			visible = node->leaf.visible, extra = node->leaf.extra;
		} else {
			start = top->at + node->inner->padding.bytes, end = start + node->inner->size.bytes;
			visible = node->inner->visible, extra = node->inner->extra;
		}
		top->at = end;
		alias = !extra && top->aliases ? *top->aliases++ : 0;
		visible = visible || alias;
	}
}

// find_all adds the matches of each node with which one can begin. A query's cursor that is sent through the whole tree takes ten times
// as long for a node at which nothing begins.
static bool find_all(const Query *query, const TSTree *tree, uint32_t seconds, Matches *out) {
	TSNode root = ts_tree_root_node(tree);
	out->broken = ts_node_has_error(root);
	Search s = {query, ts_query_cursor_new(), tree, time(NULL) + seconds, 0, out};
	if (!query->begins) return find(&s, root);
	ts_query_cursor_set_max_start_depth(s.cursor, 0);
	Walk w = {NULL, 0, 0};
	bool whole = visit_all(&s, &w, root);
	free(w.levels);
	return whole;
}

bool read_matches(Query query, const char *src, uint32_t len, uint32_t seconds, Matches *out) {
	arena_begin();
	TSParser *parser = ts_parser_new();
	ts_parser_set_language(parser, query.language);
	ts_parser_set_timeout_micros(parser, (uint64_t)seconds * 1000000);
	TSTree *tree = ts_parser_parse_string(parser, NULL, src, len);
	ts_parser_delete(parser); // a grammar's scanner may have memory of its own
	bool whole = tree && find_all(&query, tree, seconds, out);
	arena_end(); // with the tree and the cursors
	return whole;
}
