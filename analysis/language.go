package analysis

import (
	"path"
	"slices"
	"strings"
)

// Language is what one language teaches the rest of the house. Values are made by the packages under
// analysis/lang and never changed.
type Language struct {
	ID           string   // its LSP languageId
	Aliases      []string // further languageIds
	Extensions   []string // with the dot, lower case
	Names        []string // whole file names
	Shared       []string // extensions that other languages use too; such a file goes by its neighbours
	Interpreters []string // of a #! line, without their versions
	Fence        string   // the info string of a Markdown fence
	Purpose      Purpose
	Common       []string // members that values of the language have, sorted: where the receiver is unknown, nobody's of the folder
	Constructor  string   // the member that makes what a call of new gives; "" where new is none of a type's members
	Bare         bool     // members are named without a receiver inside their type and those that derive from it
	Whole        bool     // a type has all of its members where it is defined, and facts say there what it derives from
	Functional   bool     // a function may be given where an interface of one method is asked for
	Overloads    bool     // what shares a name in a type are definitions of their own, chosen by what they are given
	Untyped      bool     // most values do not say their types: whose a member is can often be told by its name alone
	Included     bool     // an import brings all names of a file, as if its text stood there; nothing else is asked of it
	Structural   bool     // types implement the interfaces whose methods they have, without saying so
	Lexis        Lexis    // comments and strings
	Spelling     Spelling // what the text around a name says of it

	// Extract reads the Facts off a file's bytes, but for its words (see Read). It is a pure function, safe for concurrent use; an
	// error means that there are no Facts at all.
	Extract func(src []byte) (*Facts, error)

	// Family names the resolver: languages of one family import each other's files.
	Family string
	// Manifests are the files that the resolver reads: patterns as of path.Match for the last elements of
	// a path (go.mod, tsconfig*.json, requirements/*.txt).
	Manifests []string
	// Condense has, by the patterns of those Manifests that programs write and that may be long, what the resolver needs of one: it is
	// read as all of the manifest is, and never nil. Of several languages' for one file the first is taken.
	Condense map[string]func(manifest []byte) []byte
	// PackageOf is the package that a manifest says the files below it are; nil where it says none, or the ecosystem has
	// no such manifests.
	PackageOf func(path string, manifest []byte) *Package
	// NewResolver makes the family's resolver for one state of a folder.
	NewResolver func(*Tree) Resolver
	// Layout is where the family's package managers put what they install; nil where that is not known.
	Layout *Layout

	// IsTest reports whether a path is a test's by the language's conventions.
	IsTest func(path string) bool
}

// Read reads the Facts off a file's bytes: what Extract finds, and the words.
func (l *Language) Read(src []byte) (*Facts, error) {
	facts, err := l.Extract(src)
	if err == nil {
		facts.ReadWords(src)
		if l.Bare && !l.Whole {
			facts.readBases()
		}
	}
	return facts, err
}

// IsManifest reports whether the language's resolver reads the file.
func (l *Language) IsManifest(p string) bool {
	return slices.ContainsFunc(l.Manifests, func(pattern string) bool { return MatchManifest(pattern, p) })
}

// MatchManifest reports whether the last elements of a path, as many as a pattern of Manifests has, match it.
func MatchManifest(pattern, p string) bool {
	tail := p
	for extra := strings.Count(p, "/") - strings.Count(pattern, "/"); extra > 0; extra-- {
		_, tail, _ = strings.Cut(tail, "/")
	}
	ok, err := path.Match(pattern, tail)
	return ok && err == nil
}

// Purpose is what a language is written for.
type Purpose uint8

// The purposes. Prose and markup repeat the words of the code that they are about, so they count for less
// where the question is about code.
const (
	Program Purpose = iota
	Markup          // how something looks: HTML, stylesheets
	Prose           // documentation
)

// Status is what became of an import.
type Status uint8

// The statuses of an import. External is only said when it is known: a standard library, a declared
// dependency; what is merely not found is Unresolved.
const (
	Resolved Status = iota
	External
	Ambiguous
	Unresolved
)

var statusNames = [...]string{"resolved", "external", "ambiguous", "unresolved"}

func (s Status) String() string { return statusNames[s] }

// Resolution is where an import leads.
type Resolution struct {
	Status  Status
	Files   []string            // the files that are the module, sorted; the best first when Ambiguous
	Members map[string][]string // names taken by the import that are modules themselves, with their files
	Local   string              // what an unaliased whole-module import is called in the importing file
	// Within, where it is set, is the dotted path of a type from its top-level name on. If any of Files define
	// it, only those count, and what the import takes are that type's members.
	Within string
	// Named is the one of Files that the import names, where others belong to it: a C header, with its source.
	Named string
	// MustDefine says that the files are candidates, as those of a Java package are: where none of them
	// defines a name that the import takes, or the type all of whose members it takes, it is Unresolved after all.
	MustDefine bool
	// Package is what an External import leads to; nil for a standard library, and where it is not known. An Unresolved import has
	// one where it may lead to what is installed.
	Package *Package
}

// Resolver answers, for one state of a folder, where one family's imports lead, as the language's own
// tools would. It may look at paths, manifests and Facts.Package, at no other Facts: it is rebuilt
// only when one of those changes. It is safe for concurrent use.
type Resolver interface {
	// Resolve resolves an import that the file from makes.
	Resolve(from string, imp *Import) Resolution
	// Siblings are the files whose top-level names the file sees without an import (a Go package's
	// files), sorted; the file itself may be among them. Nil for many languages. One list, made once,
	// serves all files of a package, so that what they define is indexed once; so do long Files.
	Siblings(path string) []string
	// ModuleName is what other files call this one: "django.db.models", "./src/app" or an import path.
	ModuleName(path string) string
}
