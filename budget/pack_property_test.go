package budget

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// checkRandomPacks packs random requests and checks what must hold of every pack.
func checkRandomPacks(t *testing.T, counter *Counter, packs, lines int) {
	filledPacks, underfilledPacks := 0, 0
	for seed := range int64(packs) {
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		req, files := randomRequest(r, counter, lines)
		res, err := packed(req)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if res == nil {
			continue
		}
		if what := violation(req, files, res); what != "" {
			t.Fatalf("seed %d: %s\n%s", seed, what, res.Text)
		}
		if underfilled(req, res) {
			underfilledPacks++ // not even a line of the passage that comes next fits
		}
		if underfilledPacks > packs/50_000 {
			t.Fatalf("seed %d: %v of %d tokens used\n%s\n%v", seed, res.Stats.BudgetUtilization, req.Limits.Tokens, res.Text, res.Excluded)
		}
		if res.Stats.BudgetUtilization >= filled {
			filledPacks++
		}
		if seed%16 == 0 {
			for _, f := range files {
				f.loads = 0
			}
			again, err := packed(shuffled(r, req))
			if err != nil || !reflect.DeepEqual(res, again) {
				t.Fatalf("seed %d: another pack when the input is shuffled (%v)\n%s\n%s", seed, err, res.Text, again.Text)
			}
		}
	}
	if filledPacks < packs/10 {
		t.Errorf("only %d of %d packs used their budget: the test tests little", filledPacks, packs)
	}
}

func TestRandomPacks(t *testing.T) {
	var counters Tokenizers
	for _, tt := range []struct {
		tokenizer    string
		packs, lines int
	}{{Heuristic, 100_000, 30}, {"o200k_base", 400, 60}, {"cl100k_base", 200, 60}} {
		t.Run(tt.tokenizer, func(t *testing.T) {
			t.Parallel()
			counter, err := counters.Get(tt.tokenizer)
			if err != nil {
				t.Fatal(err)
			}
			if racing {
				tt.packs /= 10
			}
			checkRandomPacks(t, counter, tt.packs, tt.lines)
		})
	}
}
