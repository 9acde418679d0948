#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Matches are those of a query, each as its pattern, the number of its captures, and for each of these the name's index, start
// and end. data is malloc's.
typedef struct { uint32_t *data; size_t len, cap; bool broken; } Matches;

// What matches begin with a node of a symbol: none, those that the query finds, or one that captures the node itself and needs no looking
// for. That is CAPTURE + the index of the name, and the pattern << 16.
enum { NOTHING, ANYTHING, CAPTURE };

// Query is one made ready. begins has by number what begins with nodes of each symbol; without it any match may begin with any. needs has what
// such nodes need for it among their children, and these among theirs: a place in program (0: nothing), where there is a number of kinds of
// which one will do, and their places. At that of a kind are the place of its set of symbols in sets, the number of its needs, and theirs.
typedef struct {
	const void *language, *query;
	const uint32_t *begins, *needs, *program;
	const bool *sets;
	uint32_t symbols;
} Query;

// read_matches parses a source, and reads all matches of a query over its tree, in the order of the nodes that they begin with; broken
// says that the source has syntax errors. It reports whether each of both took less than so many seconds.
bool read_matches(Query query, const char *src, uint32_t len, uint32_t seconds, Matches *out);
