package csharp

import (
	"bytes"
	"iter"
	"regexp"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// What the grammar does not know yet is shown to it as something of the same length that it does know:
//
//	extension(T x) {…}    struct _ (T x) {…}, which finish forgets; else its braces end what is around it
//	= []                  = __
//	allows ref struct     allows_ref_struct, which finish turns back
//	#:package X           // package X
//	#pragma X             ///, which neither parts a comment from what it documents nor is part of a head
type newer struct{ extension, allows, directive, pragma *regexp.Regexp }

func newNewer() newer {
	return newer{
		extension: regexp.MustCompile(`^[ \t]*(extension)[ \t]*(?:<[^>\n]*>)?[ \t]*\(`),
		allows:    regexp.MustCompile(`\b(allows ref struct)\b`),
		directive: regexp.MustCompile(`^(#:)`),
		pragma:    regexp.MustCompile(`^[ \t]*(#[ \t]*(?:pragma|region|endregion|nullable|line|warning|error)\b[^\r\n]*)`),
	}
}

// extract reads a file by a grammar that is older than the language: where it fails, the first branches of conditions alone if it knows these.
func extract(g *syntax.Grammar[outline]) func([]byte) (*analysis.Facts, error) {
	n := newNewer()
	return func(src []byte) (*analysis.Facts, error) {
		src = n.known(src)
		facts, err := g.Extract(src)
		if err != nil || len(facts.Problems) == 0 {
			return facts, err
		}
		if first := firstBranches(src); first != nil {
			if whole, err := g.Extract(first); err == nil && len(whole.Problems) == 0 {
				return whole, nil
			}
		}
		return facts, nil
	}
}

func (n newer) known(src []byte) []byte {
	own := src
	change := func() {
		if &own[0] == &src[0] {
			own = bytes.Clone(src)
		}
	}
	replace := func(mark string, pattern *regexp.Regexp, with string) {
		for from, line := range linesWith(src, mark) { // few have it, and to find it takes much less than the pattern
			for _, at := range pattern.FindAllSubmatchIndex(line, -1) {
				change()
				copy(own[from+at[2]:from+at[3]], with+strings.Repeat(" ", max(at[3]-at[2]-len(with), 0)))
			}
		}
	}
	replace("extension", n.extension, "struct _ ")
	for at := 0; ; at += 2 {
		i := bytes.Index(src[at:], []byte("[]"))
		if i < 0 {
			break
		}
		if at += i; isEmptyList(src[:at]) {
			change()
			copy(own[at:], "__")
		}
	}
	replace("allows ref", n.allows, "allows_ref_struct")
	replace("#:", n.directive, "//")
	replace("#", n.pragma, "///")
	return own
}

// linesWith yields the lines that have a mark, without their ends, by where they begin.
func linesWith(src []byte, mark string) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for from := 0; ; {
			i := bytes.Index(src[from:], []byte(mark))
			if i < 0 {
				return
			}
			at := from + i
			begin, end := bytes.LastIndexByte(src[:at], '\n')+1, len(src)
			if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
				end = at + n
			}
			if from = end; !yield(begin, src[begin:end]) {
				return
			}
		}
	}
}

// isEmptyList reports whether brackets after a text are a value, not the end of an array's type.
func isEmptyList(before []byte) bool {
	code := bytes.TrimRight(before, " \t\r\n")
	if len(code) == 0 {
		return false
	}
	switch code[len(code)-1] {
	case '=', '(', ',', ':', '[':
		return true
	case '>':
		return bytes.HasSuffix(code, []byte("=>"))
	case '.':
		return bytes.HasSuffix(code, []byte(".."))
	case '?': // int?[] is a type
		return len(code) < len(before) || bytes.HasSuffix(code, []byte("??"))
	}
	return bytes.HasSuffix(code, []byte("return"))
}
