package main

import (
	"slices"
	"strings"
	"testing"
)

// What is wrong on a command line is named as it stands there, with its value.
func TestErrorsNameFlags(t *testing.T) {
	dir := shop(t)
	for _, tt := range []struct{ args, want string }{
		{"pack --tokens 0", "--tokens: 0 is not between 1 and "},
		{"pack --tokenizer gpt", `--tokenizer: "gpt" is not one of heuristic, `},
		{"pack --order size", `--order: "size" is not one of tier, cache`},
		{"pack --max-import-depth 1000", "--max-import-depth: 1000 is above 100"},
		{"pack --target store", `--target: "`},
		{"pack --pin store", `--context-file, --pin: "`},
		{"pack --format word", `--format: "word" is not one of `},
		{"map --tokens 0", "--tokens: 0 is not positive"},
		{"rank --limit 0", "--limit: 0 is not positive"},
		{"query --tier 7 price", "--tier: 7 is above 2"},
		{"query --tokens -1 price", "--tokens: -1 is not positive"},
		{"scan --since v1..v2", `--since: "v1..v2" is a range, not a revision`},
	} {
		var stderr strings.Builder
		args := strings.Fields(tt.args)
		cmd := contextls(t, dir, slices.Insert(args, len(args), ".")...)
		if strings.HasPrefix(tt.args, "query") {
			cmd = contextls(t, dir, args...)
		}
		cmd.Stderr = &stderr
		if err := cmd.Run(); err == nil || !strings.Contains(stderr.String(), "contextls "+args[0]+": "+tt.want) {
			t.Errorf("%s: %v %s, want %s", tt.args, err, stderr.String(), tt.want)
		}
	}
}
