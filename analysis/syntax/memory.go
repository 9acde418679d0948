package syntax

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static void give_back(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
*/
import "C"

// GiveBack returns to the system what C has kept of the memory of trees that are closed, where the C library can: glibc
// does not by itself.
func GiveBack() { C.give_back() }
