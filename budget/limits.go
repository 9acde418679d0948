package budget

import (
	"errors"
	"fmt"
	"math"
)

// The defaults of a Budget, in tokens and as a share.
const (
	DefaultTokens            = 100_000
	DefaultReservedForOutput = 16_000
	DefaultUtilization       = 0.6
)

// maxTokens keeps costs far from overflow, on 32-bit machines in quarters of a token too.
const maxTokens = math.MaxInt32 / perToken

// FieldError is a value of a request that is out of range, with the field's name on the wire.
type FieldError struct {
	Field string
	Value any
	Want  string // "is not between 0 and 1"
}

func (e *FieldError) Error() string { return fmt.Sprintf("%s: %v %s", e.Field, e.Value, e.Want) }

// Budget is how much a text may cost, as a request says it; nil stands for the default.
type Budget struct {
	Tokens            *int     // what the whole text may cost, in tokens, from 1; wins over ModelMaxTokens
	ModelMaxTokens    *int     // the model's window, in tokens, from 1
	ReservedForOutput *int     // taken off the window, in tokens, from 0
	ReservedForTask   *int     // taken off the window, in tokens, from 0; by default the task's own cost
	Utilization       *float64 // share of what remains, 0 to 1
	Bytes             *int     // cap on the bytes of all item contents together, from 0
	Tokenizer         string   // "" for the heuristic
}

// Limits are a Budget, worked out.
type Limits struct {
	Counter *Counter
	Tokens  int // what the whole text may cost, at least 1
	Bytes   int // what all item contents may hold together, in bytes; negative for no cap
}

// amount is so much cost, in quarters of a token, and the cap on bytes.
func (l Limits) amount(cost int) amount {
	if l.Bytes < 0 {
		return amount{cost, unlimited}
	}
	return amount{cost, l.Bytes}
}

// Limits works a Budget out for one task. Its errors are *FieldErrors.
func (b Budget) Limits(counters *Tokenizers, task string) (Limits, error) {
	counter, err := counters.Get(b.Tokenizer)
	if field := (*FieldError)(nil); errors.As(err, &field) {
		return Limits{}, &FieldError{"budget." + field.Field, field.Value, field.Want}
	} else if err != nil {
		return Limits{}, err
	}
	if err := b.check(); err != nil {
		return Limits{}, err
	}
	l := Limits{Counter: counter, Tokens: DefaultTokens, Bytes: or(b.Bytes, -1)}
	switch {
	case b.Tokens != nil:
		l.Tokens = *b.Tokens
	case b.ModelMaxTokens != nil:
		output := or(b.ReservedForOutput, DefaultReservedForOutput)
		taskCost := or(b.ReservedForTask, counter.Count(task))
		share := or(b.Utilization, DefaultUtilization)
		l.Tokens = int(float64(*b.ModelMaxTokens-output-taskCost) * share)
		if l.Tokens < 1 {
			return Limits{}, &FieldError{"budget.modelMaxTokens", *b.ModelMaxTokens, fmt.Sprintf(
				"leaves nothing after %d for the output and %d for the task, times %v", output, taskCost, share)}
		}
	}
	return l, nil
}

func (b Budget) check() error {
	for _, f := range []struct {
		name  string
		value *int
		least int
	}{
		{"tokens", b.Tokens, 1},
		{"modelMaxTokens", b.ModelMaxTokens, 1},
		{"reservedForOutput", b.ReservedForOutput, 0},
		{"reservedForTask", b.ReservedForTask, 0},
		{"bytes", b.Bytes, 0},
	} {
		if f.value != nil && (*f.value < f.least || *f.value > maxTokens) {
			return &FieldError{"budget." + f.name, *f.value, fmt.Sprintf("is not between %d and %d", f.least, maxTokens)}
		}
	}
	if u := b.Utilization; u != nil && !(*u >= 0 && *u <= 1) {
		return &FieldError{"budget.utilization", *u, "is not between 0 and 1"}
	}
	return nil
}

func or[T any](value *T, fallback T) T {
	if value != nil {
		return *value
	}
	return fallback
}
