// Package css teaches stylesheets: CSS, SCSS, indented Sass and Less.
//
// Invariants:
//
//   - Symbols are what other sheets can name (variables, custom properties, mixins, functions,
//     placeholders, keyframes) and the rules that are about one class, which is what a reader looks for.
//     Each name is listed where the file declares it first.
//   - Only another sheet is an import: url() of a picture or a font is none, and a URL is none.
//   - Sheets of one package share their names, for a page that loads them does: a variable is used far
//     from the import that brings it.
package css
