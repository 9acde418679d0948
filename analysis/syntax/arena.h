// Memory of one file, given back all at once.
//
// Tree-sitter asks for memory a million times a second, for a tree whose nodes are all of no use a moment later. Between
// arena_begin and arena_end, what it asks for on this thread comes off large chunks; what it frees is kept by size for the next that
// asks for as much. A tree need not be taken apart then: arena_end gives back the chunks. Where none has begun, memory is malloc's.
void arena_begin(void);
void arena_end(void);
