package budget

import "math"

// amount is what a part of a text takes.
type amount struct {
	cost  int // in quarters of a token
	bytes int // of content
}

func (a amount) plus(b amount) amount  { return amount{a.cost + b.cost, a.bytes + b.bytes} }
func (a amount) minus(b amount) amount { return amount{a.cost - b.cost, a.bytes - b.bytes} }

// within reports whether a takes no more than b, neither in cost nor in bytes.
func (a amount) within(b amount) bool { return a.cost <= b.cost && a.bytes <= b.bytes }

// unlimited is the number of bytes of a budget without a cap on them.
const unlimited = math.MaxInt

// ledger accounts for a budget: what is spent, what is reserved for later, and what is left. It does not
// check: ask affords first.
type ledger struct {
	total    amount
	spent    amount
	reserved int // cost
}

// left is what can be spent now.
func (l *ledger) left() amount {
	return amount{l.total.cost - l.spent.cost - l.reserved, l.total.bytes - l.spent.bytes}
}

// fraction is one nth of the cost that is left.
func (l *ledger) fraction(n int) int { return l.left().cost / n }

// affords reports whether so much is left.
func (l *ledger) affords(a amount) bool { return a.within(l.left()) }

// spend takes an amount off what is left. A negative one is given back.
func (l *ledger) spend(a amount) { l.spent = l.spent.plus(a) }

// reserve sets a cost aside until it is released.
func (l *ledger) reserve(cost int) { l.reserved += cost }

// release makes a reserved cost available again.
func (l *ledger) release(cost int) { l.reserved -= cost }

// limited runs a step that can spend at most so much cost of what is left.
func (l *ledger) limited(cost int, step func()) {
	rest := l.left().cost - cost
	l.reserve(rest)
	step()
	l.release(rest)
}

// roundUp reserves so much, for good, that the cost that is not left is a multiple of step. It reserves
// what is left where that is less.
func (l *ledger) roundUp(step int) {
	left := l.left().cost
	if over := (l.total.cost - left) % step; over > 0 {
		l.reserve(min(left, step-over))
	}
}
