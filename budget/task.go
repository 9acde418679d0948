package budget

import (
	"fmt"
	"strings"
	"unicode"
)

const (
	longTask    = 1000 // bytes: a shorter task is shown as it is
	leastRepeat = 6    // lines: fewer may be what is compared, as five calls with other numbers are
	tellingLine = 12   // letters: a line with fewer begins no run, for braces, blank lines and rows of numbers stand everywhere
)

// abridged is a task without runs of lines that say nothing but what lines before them say, apart from their numbers: the logs that
// people paste are full of them. A mark says how many are left out.
func abridged(task string) string {
	if len(task) < longTask {
		return task
	}
	var out strings.Builder
	said := map[string]bool{}
	var run []string // lines that may be left out
	end := 0         // how many of them up to the last telling one
	flush := func() {
		shown := run
		if end >= leastRepeat {
			fmt.Fprintf(&out, "… %d more lines like those above\n", end)
			shown = run[end:]
		}
		for _, line := range shown {
			out.WriteString(line)
		}
		run, end = run[:0], 0
	}
	for line := range strings.Lines(task) {
		key := withoutDigits(line)
		telling, repeated := letters(key) >= tellingLine, said[key]
		said[key] = true
		switch {
		case telling && repeated:
			run = append(run, line)
			end = len(run)
		case !telling && repeated && len(run) > 0:
			run = append(run, line)
		default:
			flush()
			out.WriteString(line)
		}
	}
	flush()
	return out.String()
}

// withoutDigits is a line without its digits and the white space around it.
func withoutDigits(line string) string {
	return strings.Map(func(c rune) rune {
		if '0' <= c && c <= '9' {
			return -1
		}
		return c
	}, strings.TrimSpace(line))
}

// letters is how many letters a line has.
func letters(line string) (n int) {
	for _, c := range line {
		if unicode.IsLetter(c) {
			n++
		}
	}
	return n
}
