package budget

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// largeFolder is a request like one for a file of a large Python project: 3,000 files of some 10 KB and
// 30 symbols each, 20 of them imported directly, in 100,000 tokens.
func largeFolder(counter *Counter) Request {
	req := Request{Name: "large", Task: "Fix the validation of unique constraints in method_7_3", MapTokens: 2048,
		Limits: Limits{Counter: counter, Tokens: 100_000, Bytes: -1}}
	for i := range 3000 {
		var text strings.Builder
		text.WriteString("\"\"\"Module docs.\"\"\"\n\nimport os\nfrom project import models, views\n\n\n")
		var symbols []analysis.Symbol
		for c := range 5 {
			class := len(symbols)
			start := text.Len()
			name := fmt.Sprintf("Class_%d_%d", i, c)
			fmt.Fprintf(&text, "class %s(Base):\n    \"\"\"What the class is for.\"\"\"\n", name)
			symbols = append(symbols, analysis.Symbol{Name: name, Kind: analysis.Class, Signature: "class " + name + "(Base)",
				Doc: "What the class is for.", Exported: true})
			for m := range 5 {
				from := text.Len()
				method := fmt.Sprintf("method_%d_%d", c, m)
				signature := fmt.Sprintf("def %s(self, request, *args, timeout=%d, **kwargs)", method, m)
				text.WriteString("\n    " + signature + ":\n" + strings.Repeat("        value = self.compute(request, args[0])\n", 8))
				symbols = append(symbols, analysis.Symbol{Name: method, Kind: analysis.Method, Container: name, Signature: signature,
					Doc: "Answer one request.", Exported: m < 3, Range: analysis.Span{Start: uint32(from + 1), End: uint32(text.Len())}})
			}
			symbols[class].Range = analysis.Span{Start: uint32(start), End: uint32(text.Len())}
			text.WriteString("\n\n")
		}
		content := text.String()
		c := Candidate{Path: fmt.Sprintf("project/app%d/sub%d/module_%d.py", i%40, i%7, i), Fence: "python", Tier: TierRelated,
			Score: 1 / math.Sqrt(float64(i+1)), Reasons: []string{"project/app0/sub0/module_0.py imports it through project/app1/x.py"},
			Symbols: SymbolsOf(symbols), Size: len(content), Load: func() (string, error) { return content, nil }}
		switch {
		case i == 0:
			c.Tier = TierTarget
		case i <= 20:
			c.Tier, c.Uses = TierImport, []string{fmt.Sprintf("Class_%d_1", i), "method_1_1"}
		}
		req.Candidates = append(req.Candidates, c)
		req.Map = append(req.Map, MapFile{Path: c.Path, Score: c.Score, Symbols: SymbolsOf(symbols)})
	}
	return req
}

func BenchmarkPack(b *testing.B) {
	var counters Tokenizers
	for _, name := range []string{Heuristic, "o200k_base"} {
		counter, err := counters.Get(name)
		if err != nil {
			b.Fatal(err)
		}
		req := largeFolder(counter)
		for _, tokens := range []int{8_000, 100_000} {
			req.Limits.Tokens = tokens
			b.Run(fmt.Sprintf("%s/%d", name, tokens), func(b *testing.B) {
				for b.Loop() {
					if _, err := Pack(context.Background(), req); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkRepoMap(b *testing.B) {
	var counters Tokenizers
	counter, err := counters.Get(Heuristic)
	if err != nil {
		b.Fatal(err)
	}
	files := largeFolder(counter).Map
	for _, tokens := range []int{2048, 20_480, 2_000_000} {
		b.Run(fmt.Sprint(tokens), func(b *testing.B) {
			for b.Loop() {
				RepoMap(files, tokens, counter)
			}
		})
	}
}

// BenchmarkMapOfMany draws a small map of very many files, most of which it cannot even name.
func BenchmarkMapOfMany(b *testing.B) {
	var counters Tokenizers
	counter, err := counters.Get(Heuristic)
	if err != nil {
		b.Fatal(err)
	}
	files := make([]MapFile, 80_000)
	for i := range files {
		files[i] = MapFile{Path: fmt.Sprintf("drivers/net/vendor%d/sub%d/file_%d.c", i%97, i%1009, i),
			Score: 1 / math.Sqrt(float64((i*7919)%80_000+1)), Work: float64(i%13) / 13}
	}
	for b.Loop() {
		RepoMap(files, 2048, counter)
	}
}

// BenchmarkOutline orders the constants of a header, some of them twice.
func BenchmarkOutline(b *testing.B) {
	for _, n := range []int{100, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			symbols := make([]analysis.Symbol, n)
			for i := range symbols {
				symbols[i] = analysis.Symbol{Name: fmt.Sprintf("REG_%d", i-i%97/90), Kind: analysis.Constant, Exported: true,
					Range: analysis.Span{Start: uint32(100 * i), End: uint32(100*i + 30 + i*i%41)}}
			}
			for b.Loop() {
				newOutline(symbols, func(i int32) float64 { return float64(i * i % 7) })
			}
		})
	}
}
