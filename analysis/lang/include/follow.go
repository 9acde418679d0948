package include

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: where there are neither commands nor modules, an include leads where it led unless a file that came or
// went is called as what it names, but for the extension: a header comes with its source.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || len(r.all)+len(before.all)+len(r.modules)+len(before.modules) > 0 {
		return nil
	}
	others := map[string]bool{}
	for _, p := range r.tree.Others(before.tree) {
		others[stem(p)] = true
	}
	are := analysis.NewFewNames(others)
	return func(_ string, imp *analysis.Import) bool {
		if imp == nil {
			return true // siblings are of modules
		}
		if endsOtherwise(imp.Specifier, &are) {
			return true
		}
		named, _ := included(imp)
		named = named[strings.LastIndexByte(named, '/')+1:]
		return named != "" && named[0] != '.' && !are.Has(stem(named))
	}
}

// endsOtherwise reports whether an include is seen at once to name none of some stems, as nearly all are: by the byte before its extension.
func endsOtherwise(spec string, stems *analysis.FewNames) bool {
	dot := strings.LastIndexByte(spec, '.')
	return dot > 0 && !strings.ContainsAny(spec[dot:], `/\`) && !strings.ContainsRune(`<./\`, rune(spec[dot-1])) && !stems.MayEnd(spec[:dot])
}

// included is the path that an include names, and whether it stands in angle brackets.
func included(imp *analysis.Import) (named string, angle bool) {
	named, angle = strings.CutPrefix(imp.Specifier, "<")
	return strings.ReplaceAll(strings.TrimSuffix(named, ">"), `\`, "/"), angle
}
