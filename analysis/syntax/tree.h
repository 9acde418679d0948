#include <stdbool.h>
#include <stdint.h>

// The nodes of a tree as tree-sitter keeps them (its subtree.h and tree.h), and where a grammar has the names that a node has at its place
// (parser.h). By its cursor a step costs ten times what it does with these. TestMatchesFromRoots holds both to it.

typedef struct { uint32_t bytes, row, column; } Length;

typedef struct { // a small node without children: it stands where the pointer to another does, whose lowest bit is 0
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	bool is_inline : 1, visible : 1, named : 1, extra : 1, has_changes : 1, is_missing : 1, is_keyword : 1;
	uint8_t symbol;
	uint16_t parse_state;
	uint8_t padding_columns;
	uint8_t padding_rows : 4, lookahead_bytes : 4;
	uint8_t padding_bytes, size_bytes;
#else
	uint8_t padding_columns;
	uint8_t padding_rows : 4, lookahead_bytes : 4;
	uint8_t padding_bytes, size_bytes;
	uint16_t parse_state;
	uint8_t symbol;
	bool visible : 1, named : 1, extra : 1, has_changes : 1, is_missing : 1, is_keyword : 1, unused : 1, is_inline : 1;
#endif
} Leaf;

typedef struct { // its children stand before it
	uint32_t ref_count;
	Length padding, size;
	uint32_t lookahead_bytes, error_cost, child_count;
	uint16_t symbol, parse_state;
	bool visible : 1, named : 1, extra : 1, fragile_left : 1, fragile_right : 1, has_changes : 1, has_external_tokens : 1,
		has_external_scanner_state_change : 1, depends_on_column : 1, is_missing : 1, is_keyword : 1;
	union {
		struct { // where it has children
			uint32_t visible_child_count, named_child_count, visible_descendant_count;
			int32_t dynamic_precedence;
			uint16_t repeat_depth, production_id;
		};
		struct {
			union { char *long_data; char short_data[24]; };
			uint32_t length;
		} scanner;
	};
} Inner;

typedef union { Leaf leaf; const Inner *inner; } Subtree;

typedef struct {
	uint32_t version, symbol_count, alias_count, token_count, external_token_count, state_count, large_state_count, production_id_count, field_count;
	uint16_t max_alias_sequence_length;
	const void *parse_table, *small_parse_table, *small_parse_table_map, *parse_actions, *symbol_names, *field_names, *field_map_slices,
		*field_map_entries, *symbol_metadata, *public_symbol_map, *alias_map;
	const uint16_t *alias_sequences; // for each production: of its children, what they are called in it; 0: what they always are
} Language;
