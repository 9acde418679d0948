// Package explore answers a model that wants to look around itself: it is shown a menu of providers, each
// with a JSON Schema of its parameters, and asks several of them in one round, in one token budget.
//
// Invariants:
//
//   - Nothing that is left out of the workspace is shown, whatever a model asks for; unsaved edits are.
//   - A command runs only where the user configured it and trusts the workspace, word for word.
//   - What goes wrong with one request stands in its result and changes no other.
//   - Results keep to the budget; what is cut says how much is missing.
package explore
