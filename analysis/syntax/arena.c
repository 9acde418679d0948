#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

enum {
	CHUNK = 120 << 10, // less than what malloc maps by itself, and unmaps when it is freed
	STEP = 16,         // small blocks are a multiple of this long
	SMALL = 64,        // steps of the longest of them; larger ones are twice as long each
	SIZES = SMALL + 1 + 64,
};

typedef struct Chunk { struct Chunk *next; } Chunk;
typedef struct Block { // what is given is behind this
	size_t size; // of what is behind
} Block;

typedef struct {
	bool begun;
	Chunk *chunks;
	char *at, *end;    // what is left of the last one
	void *free[SIZES]; // blocks that were freed, by size; each begins with the next
} Arena;

static _Thread_local Arena arena;

static void *need(void *p, size_t size) {
	if (!p && size) {
		fprintf(stderr, "tree-sitter failed to allocate %zu bytes\n", size);
		abort();
	}
	return p;
}

// size_class rounds a size up to one that there are blocks of, and gives its number.
static int size_class(size_t *size) {
	size_t steps = (*size + STEP - 1) / STEP;
	if (steps <= SMALL) {
		*size = (steps ? steps : 1) * STEP;
		return (int)(*size / STEP);
	}
	int n = SMALL;
	size_t s = SMALL * STEP;
	while (s < *size) s *= 2, n++;
	*size = s;
	return n;
}

static void *give(size_t size) {
	int n = size_class(&size);
	void *p = arena.free[n];
	if (p) {
		memcpy(&arena.free[n], p, sizeof p);
		return p;
	}
	size_t whole = sizeof(Block) + size;
	if ((size_t)(arena.end - arena.at) < whole) {
		size_t chunk = sizeof(Chunk) + whole > CHUNK ? sizeof(Chunk) + whole : CHUNK;
		Chunk *c = need(malloc(chunk), chunk);
		c->next = arena.chunks, arena.chunks = c;
		if (chunk > CHUNK) { // all of it is for this one; the rest of the last chunk goes on being used
			Block *b = (Block *)(c + 1);
			b->size = size;
			return b + 1;
		}
		arena.at = (char *)(c + 1), arena.end = (char *)c + chunk;
	}
	Block *b = (Block *)arena.at;
	arena.at += whole;
	b->size = size;
	return b + 1;
}

static void *arena_malloc(size_t size) { return arena.begun ? give(size) : need(malloc(size), size); }

static void *arena_calloc(size_t count, size_t size) {
	if (!arena.begun) return need(calloc(count, size), count * size);
	return memset(give(count * size), 0, count * size);
}

static void arena_free(void *p) {
	if (!arena.begun) {
		free(p);
	} else if (p) {
		size_t size = ((Block *)p - 1)->size;
		int n = size_class(&size);
		memcpy(p, &arena.free[n], sizeof p);
		arena.free[n] = p;
	}
}

static void *arena_realloc(void *p, size_t size) {
	if (!arena.begun) return need(realloc(p, size), size);
	if (!p) return give(size);
	size_t had = ((Block *)p - 1)->size;
	if (size <= had) return p;
	void *q = memcpy(give(size), p, had);
	arena_free(p);
	return q;
}

// install runs when the program is loaded: nothing is ever given by one allocator and freed by another.
__attribute__((constructor)) static void install(void) {
	ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free);
}

void arena_begin(void) { arena.begun = true; }

void arena_end(void) {
	for (Chunk *c = arena.chunks, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	memset(&arena, 0, sizeof arena);
}
