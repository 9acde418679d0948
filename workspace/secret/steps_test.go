package secret

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/contextls/contextls/workspace/secret/secrettest"
)

// Texts of what secrets begin with, over and over, are looked through in so many steps for each byte, and what is not judged of
// them is not shown.
func TestSteps(t *testing.T) {
	var words []string
	for _, r := range rules() {
		words = append(words, r.prefixes[0]+"-")
	}
	words = append(words, "token=", `key="aA1bB2cC3dD4`, "eyJ.", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "Private-Lines: 9999\n", "a://b:c@")
	plant := secrettest.Plants(1, 1)[0]
	for _, word := range words {
		const size = 50_000
		text := strings.Repeat(word, size/len(word)) + "\n" + plant.Line + "\n"
		found, steps, err := find(context.Background(), text)
		if most := stepsFree + stepsEach*len(text) + longestKey; err != nil || steps > most {
			t.Errorf("%q, %d bytes: %d steps, want %d at most; %v", word, len(text), steps, most, err)
		}
		if part := plant.Leaked(Text{text, found}.Shown()); part != "" {
			t.Errorf("%q: %q is shown", word, part)
		}
	}
}

// countdown is a context that is done after so many questions.
type countdown struct {
	context.Context
	left, asked int
}

func (c *countdown) Err() error {
	if c.asked++; c.asked > c.left {
		return context.DeadlineExceeded
	}
	return nil
}

// However long a text is, and of what: between two looks at the context there are so many steps.
func TestReadInTime(t *testing.T) {
	for _, word := range []string{"a", "a\n", "glpat-", "key=", "-----BEGIN PRIVATE KEY-----", "\n"} {
		text := strings.Repeat(word, 9*looks/len(word))
		for left := range 8 {
			ctx := &countdown{Context: context.Background(), left: left}
			_, steps, err := find(ctx, text)
			if !errors.Is(err, context.DeadlineExceeded) || ctx.asked != left+1 {
				t.Fatalf("%q: %v after %d looks, want the end at the %d.", word, err, ctx.asked, left+1)
			}
			if most := (left + 1) * (looks + longestKey); steps > most {
				t.Errorf("%q: %d steps until the %d. look, want %d at most", word, steps, left+1, most)
			}
		}
		if read, err := ReadContext(context.Background(), text); err != nil || read.Raw != text {
			t.Errorf("%q: %v", word, err)
		}
	}
}
