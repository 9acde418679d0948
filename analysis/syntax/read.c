#include "read.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arena.h"

// What is used of tree-sitter here, as its api.h has it: that file lies in another module, the code is linked in.
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct TSQueryCursor TSQueryCursor;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree, *id; uint32_t context[3]; } TSTreeCursor;
typedef struct { TSNode node; uint32_t index; } TSQueryCapture;
typedef struct { uint32_t id; uint16_t pattern_index, capture_count; const TSQueryCapture *captures; } TSQueryMatch;
TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *);
bool ts_parser_set_language(TSParser *, const void *);
void ts_parser_set_timeout_micros(TSParser *, uint64_t);
TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
TSNode ts_tree_root_node(const TSTree *);
bool ts_node_has_error(TSNode);
uint16_t ts_node_symbol(TSNode);
uint32_t ts_node_start_byte(TSNode);
uint32_t ts_node_end_byte(TSNode);
TSTreeCursor ts_tree_cursor_new(TSNode);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
bool ts_tree_cursor_goto_parent(TSTreeCursor *);
TSQueryCursor *ts_query_cursor_new(void);
void ts_query_cursor_set_max_start_depth(TSQueryCursor *, uint32_t);
void ts_query_cursor_exec(TSQueryCursor *, const void *, TSNode);
bool ts_query_cursor_next_match(TSQueryCursor *, TSQueryMatch *);

static void add(Matches *out, const TSQueryMatch *m) {
	size_t len = out->len + 2 + 3 * (size_t)m->capture_count;
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
	*to++ = m->pattern_index;
	*to++ = m->capture_count;
	for (uint16_t i = 0; i < m->capture_count; i++) {
		*to++ = m->captures[i].index;
		*to++ = ts_node_start_byte(m->captures[i].node);
		*to++ = ts_node_end_byte(m->captures[i].node);
	}
}

typedef struct {
	TSQueryCursor *cursor;
	time_t deadline;
	uint32_t matches;
	Matches *out;
} Search;

// find adds the matches in a node.
static bool find(Search *s, const Query *query, TSNode node) {
	ts_query_cursor_exec(s->cursor, query->query, node);
	for (TSQueryMatch m; ts_query_cursor_next_match(s->cursor, &m);) {
		if (++s->matches % 256 == 0 && time(NULL) > s->deadline) return false; // deep nesting takes a query the square of the depth
		add(s->out, &m);
	}
	return true;
}

// find_all adds the matches of each node with which one can begin. A query's cursor that is sent through the whole tree takes three times
// as long for a node at which nothing begins.
static bool find_all(const Query *query, TSNode root, uint32_t seconds, Matches *out) {
	Search s = {ts_query_cursor_new(), time(NULL) + seconds, 0, out};
	if (!query->roots) return find(&s, query, root);
	ts_query_cursor_set_max_start_depth(s.cursor, 0);
	TSTreeCursor at = ts_tree_cursor_new(root);
	for (;;) {
		TSNode node = ts_tree_cursor_current_node(&at);
		uint16_t symbol = ts_node_symbol(node); // errors have one beyond all others
		if (symbol < query->symbols && query->roots[symbol] && !find(&s, query, node)) return false;
		if (ts_tree_cursor_goto_first_child(&at)) continue;
		while (!ts_tree_cursor_goto_next_sibling(&at)) {
			if (!ts_tree_cursor_goto_parent(&at)) return true;
		}
	}
}

bool read_matches(Query query, const char *src, uint32_t len, uint32_t seconds, Matches *out) {
	arena_begin();
	TSParser *parser = ts_parser_new();
	ts_parser_set_language(parser, query.language);
	ts_parser_set_timeout_micros(parser, (uint64_t)seconds * 1000000);
	TSTree *tree = ts_parser_parse_string(parser, NULL, src, len);
	ts_parser_delete(parser); // a grammar's scanner may have memory of its own
	bool whole = tree != NULL;
	if (whole) {
		TSNode root = ts_tree_root_node(tree);
		out->broken = ts_node_has_error(root);
		whole = find_all(&query, root, seconds, out);
	}
	arena_end(); // with the tree and the cursors
	return whole;
}
