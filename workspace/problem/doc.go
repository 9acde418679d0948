// Package problem keeps what went wrong inside the program itself: panics that were recovered, and
// invariants that did not hold. Whoever finds one repairs its answer and reports it here; the program goes
// on, and a person can read about it in the log, in the answer to context/stats and on the debug page.
//
// What a user, a file, a setting or git does wrong is no problem in this sense.
//
// Invariants:
//
//   - A message holds no text of files or tasks: it names an operation, a place in our code, and numbers.
//   - Reporting never fails, never blocks for long, and never ends the program.
package problem
