// Package rendertest reads rendered texts back, for tests: with small readers of each format that know
// nothing of how it was written.
package rendertest
