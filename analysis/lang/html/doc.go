// Package html teaches HTML pages: the scripts and stylesheets that they load are imports, and their
// headings and named sections are symbols.
//
// Invariants:
//
//   - What a page shows (images, links to other pages) is no import, nor is a URL, nor a place that a
//     template engine or a build has yet to fill in.
//   - Scripts inside the page are not read.
package html
