// Package promise computes a value once for many who wait for it. Linked graphs and rank indexes are
// such values: several requests want the one of the same snapshot at the same time.
//
// Invariants:
//
//   - One computation at a time, however many wait, and none once a value is there.
//   - It is cancelled when all who waited have left. What it makes all the same is kept.
//   - A failure is told to those who wait, and not kept: who asks next has it computed again.
package promise
