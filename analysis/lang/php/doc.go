// Package php teaches the house PHP, with HTML around it or without.
//
// A name in PHP says where it comes from: by the namespace and the use declarations above it each name
// that is written with a backslash has one full name. So facts hold an import for each thing that is used
// from elsewhere, by use or by a qualified name in the code: the namespace is the specifier ("\" the
// global one), the last name what is taken. Where classes lie composer.json says (PSR-4, PSR-0); what it
// does not place is looked for in all files of the namespace.
//
// Invariants:
//
//   - Facts.Package lists a file's namespaces, separated by spaces, the global one as "\" where there are
//     others; it is "" where there is only that.
//   - Files of a namespace see each other's names without an import, and the global functions of the files
//     that composer.json loads always.
//   - include and require are imports without names, of a path: "__DIR__/x.php" or as written.
package php
