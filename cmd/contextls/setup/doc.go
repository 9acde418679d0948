// Package setup puts contextls into the settings of agents and editors, and takes it out again.
//
// An Agent is one of them: where its settings are, and in which Format. Its Plan is what a file will say, and nothing is
// written before Plan.Write; so whoever asks can be shown Plan.Diff first.
//
// Invariants: all that is not contextls' own entry stays as it is, byte for byte, comments and trailing commas included,
// and what was set up in a file with other entries is gone without a trace once removed. A file that cannot be read for
// certain is left alone. Each edit is checked by decoding the file before and after: they differ in nothing else.
package setup
