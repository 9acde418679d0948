package budget

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/contextls/contextls/budget/render"
)

// signatures is a file's outline, trimmed so that its content costs at most limit, or a little more where nothing but the
// names of types would fit; the path where there are no symbols. It is nil when the time is up.
func (w *viewer) signatures(e *entry, limit int) *view {
	if v := e.signatures; v != nil && (e.signaturesFor == limit || e.signaturesFor > limit && !v.truncated && v.cost <= limit) {
		return v
	}
	if w.expired() {
		return nil
	}
	if o := w.outline(e); e.Missing || len(o.symbols) == 0 {
		e.signatures = w.path(e)
	} else {
		e.signatures = w.trimmed(e, o, limit)
	}
	e.signaturesFor = limit
	return e.signatures
}

func (w *viewer) trimmed(e *entry, o *outline, limit int) *view {
	style := outlineStyle{indent: "    ", comment: commentMark(e.Fence), widest: outlineMax, marks: true, numbers: w.numberWidth(o)}
	if e.Package != "" {
		style.docs, style.numbers = true, 0
	}
	if w.counter.encoding == nil { // then bytes are cost
		style.enough = limit + 1
	}
	k, content := largest(len(o.symbols), func(k int) string { return o.write(k, style) }, func(content string) bool {
		return w.counter.cost(content) <= limit
	})
	if k < len(o.symbols) {
		k, content = w.withMember(o, k, content, limit+leastPreview, style)
	}
	if k == 0 {
		return w.path(e)
	}
	return w.measure(e, view{representation: Signatures, content: content, truncated: k < len(o.symbols)})
}

// withMember makes an outline that would only say which types and modules a file holds one with the first member of
// these, if that costs at most limit: below what it is in, else behind its name.
func (w *viewer) withMember(o *outline, k int, content string, limit int, style outlineStyle) (int, string) {
	member := slices.IndexFunc(o.order, func(i int32) bool { return !o.holds(i) })
	if member < k || len(o.cases[o.order[0]]) > 0 {
		return k, content
	}
	style.widest, style.enough = mapSignature, 0
	if nested := o.write(member+1, style); w.counter.cost(nested) <= limit {
		return member + 1, nested
	}
	var alone strings.Builder
	o.line(&alone, o.order[member], o.ownedSignature(o.order[member]), 0, style, true)
	if alone.WriteString(ellipsis); w.counter.cost(alone.String()) <= limit {
		return 1, alone.String()
	}
	return k, content
}

// keySymbols is a file with its most telling symbols, one in a line, as a summary shows it: those first that the task is
// likeliest to touch. Of a file that nobody asked for it shows what others can use besides, if there is any such symbol.
func (w *viewer) keySymbols(e *entry, lines int) *view {
	o := w.outline(e).preferring(e.Fits)
	k := min(lines, len(o.order))
	if !e.explicit() {
		public := slices.IndexFunc(o.order, func(i int32) bool {
			return !o.symbols[i].Exported && !e.wanted[i] && weight(e.Fits, i) == 0
		})
		if public > 0 {
			k = min(k, public)
		}
	}
	v := view{representation: Path, brief: true}
	if k > 0 && !e.Missing {
		style := outlineStyle{indent: "    ", widest: mapSignature, numbers: w.numberWidth(o)}
		v.representation, v.content = Signatures, o.write(k, style)
	}
	return w.measure(e, v)
}

// outline orders a file's symbols: those first that targets use or the task names.
func (w *viewer) outline(e *entry) *outline {
	if e.byUse == nil {
		e.wanted = make([]bool, e.Symbols.Len())
		uses := make(map[string]bool, len(e.Uses))
		for _, name := range e.Uses {
			uses[name] = true
		}
		symbols := e.Symbols.All()
		for i := range symbols {
			name := symbols[i].Name
			e.wanted[i] = uses[name] || w.taskWords[name] || uses[qualified(&symbols[i])]
		}
		e.byUse = newOutline(symbols, func(i int32) float64 {
			if e.wanted[i] {
				return math.Inf(1)
			}
			return weight(e.Weights, i)
		})
	}
	if e.outline == nil {
		e.outline = e.byUse
		if e.odds != nil {
			e.outline = e.outline.preferring(e.odds)
		}
	}
	return e.outline
}

// numberWidth is the width of the line numbers before an outline's lines, 0 where they have none.
func (w *viewer) numberWidth(o *outline) (width int) {
	if w.lineNumbers {
		for i := range o.symbols {
			width = max(width, render.Digits(int(o.symbols[i].Line)+1))
		}
	}
	return width
}

// words are the names in a text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsFuncSeq(text, noName) {
		out[w] = true
	}
	return out
}

// noName reports whether a character is no part of a name.
func noName(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// manySymbols is more than nearly every file has.
const manySymbols = 1024

// largest finds the largest k from 0 to n whose text fits, and the text, by binary search; fits must
// not hold again after it first failed.
func largest(n int, text func(k int) string, fits func(string) bool) (int, string) {
	low, content, high := 0, "", n
	for k := manySymbols; 2*k < n && high == n; k *= 2 { // so that of very many only those near the limit are written
		if s := text(k); fits(s) {
			low, content = k, s
		} else {
			high = k
		}
	}
	if high == n {
		if all := text(n); fits(all) {
			return n, all
		}
	}
	for high-low > 1 {
		k := (low + high) / 2
		if s := text(k); fits(s) {
			low, content = k, s
		} else {
			high = k
		}
	}
	return low, content
}
