// Package markdown teaches Markdown and MDX: headings are symbols, and links to files are imports.
//
// Invariants:
//
//   - Code (fences, spans, indented blocks) and comments hold neither headings nor links.
//   - A link with a scheme or a host is no import, nor is one to a place in the same file. One that leads
//     out of the folder is External, for no file of the folder can be meant.
//   - What the modules of an MDX file import is resolved as ECMAScript does.
package markdown
