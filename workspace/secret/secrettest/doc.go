// Package secrettest makes credentials that are none, for tests: random values in the formats of many services,
// made when a test runs, so that no source holds anything that looks like one.
package secrettest
