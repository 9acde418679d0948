package budget

import (
	"errors"
	"math"
	"testing"
)

func TestLimits(t *testing.T) {
	p := func(n int) *int { return &n }
	f := func(x float64) *float64 { return &x }
	const task = "four bytes a token" // 5 tokens
	for _, tt := range []struct {
		name   string
		budget Budget
		tokens int
		bytes  int
		err    string
	}{
		{"default", Budget{}, 100_000, -1, ""},
		{"tokens", Budget{Tokens: p(5), Bytes: p(0)}, 5, 0, ""},
		{"window", Budget{ModelMaxTokens: p(200_000)}, (200_000 - 16_000 - 5) * 6 / 10, -1, ""},
		{"window, all said", Budget{ModelMaxTokens: p(1000), ReservedForOutput: p(100), ReservedForTask: p(300), Utilization: f(0.5)}, 300, -1, ""},
		{"tokens win", Budget{Tokens: p(7), ModelMaxTokens: p(1)}, 7, -1, ""},
		{"tokenizer", Budget{Tokens: p(7), Tokenizer: "o200k_base"}, 7, -1, ""},

		{"no tokens", Budget{Tokens: p(0)}, 0, 0, "budget.tokens: 0 is not between 1 and 536870911"},
		{"too many", Budget{Tokens: p(math.MaxInt32)}, 0, 0, "budget.tokens: 2147483647 is not between 1 and 536870911"},
		{"negative window", Budget{ModelMaxTokens: p(-1)}, 0, 0, "budget.modelMaxTokens: -1 is not between 1 and 536870911"},
		{"negative output", Budget{ReservedForOutput: p(-2)}, 0, 0, "budget.reservedForOutput: -2 is not between 0 and 536870911"},
		{"negative task", Budget{ReservedForTask: p(-2)}, 0, 0, "budget.reservedForTask: -2 is not between 0 and 536870911"},
		{"negative bytes", Budget{Bytes: p(-2)}, 0, 0, "budget.bytes: -2 is not between 0 and 536870911"},
		{"utilization", Budget{Utilization: f(1.5)}, 0, 0, "budget.utilization: 1.5 is not between 0 and 1"},
		{"NaN", Budget{Utilization: f(math.NaN())}, 0, 0, "budget.utilization: NaN is not between 0 and 1"},
		{"nothing left", Budget{ModelMaxTokens: p(10_000)}, 0, 0,
			"budget.modelMaxTokens: 10000 leaves nothing after 16000 for the output and 5 for the task, times 0.6"},
		{"unknown tokenizer", Budget{Tokenizer: "gpt"}, 0, 0,
			`budget.tokenizer: "gpt" is not one of heuristic, o200k_base, cl100k_base`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, err := tt.budget.Limits(new(Tokenizers), task)
			if tt.err != "" {
				if field := (*FieldError)(nil); !errors.As(err, &field) || err.Error() != tt.err {
					t.Fatalf("got %v, want %s", err, tt.err)
				}
				return
			}
			if err != nil || l.Tokens != tt.tokens || l.Bytes != tt.bytes {
				t.Errorf("got %+v, %v; want %d tokens, %d bytes", l, err, tt.tokens, tt.bytes)
			}
			if exact := tt.budget.Tokenizer != ""; exact != (l.Counter.encoding != nil) {
				t.Errorf("%s counts with %v", tt.budget.Tokenizer, l.Counter.encoding)
			}
		})
	}
}
