package budget

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// taskShare is how much of a budget a task may take. Code that a pasted log is about helps more than the middle of the log. Of 180
	// issues three cost more than a budget of 4,000, which was an error; at 8,000 the half shows 1.5 % more of the fixes than three quarters.
	taskShare = 0.5
	uncutTask = 1000 // tokens: what a task may take of any budget
	cutStep   = 64   // bytes: a task is cut so finely
)

// fitted is a task of which a part in the middle is left out where it takes more than its share of so many tokens; left is how many lines
// that are, 0 where it is whole. What a task asks for stands at its beginning, and what went wrong at the end of a log.
func fitted(task string, counter *Counter, available int) (shown string, left int) {
	room := max(uncutTask, int(taskShare*float64(available)))
	if counter.Count(task) <= room {
		return task, 0
	}
	tooMuch := sort.Search(len(task)/cutStep, func(steps int) bool {
		text, _ := withoutMiddle(task, steps*cutStep)
		return counter.Count(text) > room
	})
	return withoutMiddle(task, max(0, tooMuch-1)*cutStep)
}

// withoutMiddle is about so many bytes of a task, two thirds of them from its beginning, with a mark that says how many lines are left out.
func withoutMiddle(task string, bytes int) (text string, lines int) {
	head, tail := task[:bytes*2/3], task[len(task)-bytes/3:]
	if end := strings.LastIndexByte(head, '\n') + 1; end > len(head)/2 { // else its last line is long
		head = head[:end]
	}
	if begin := strings.IndexByte(tail, '\n') + 1; begin < len(tail)/2 {
		tail = tail[begin:]
	}
	broken := func(c rune) bool { return c == utf8.RuneError }
	head, tail = strings.TrimRightFunc(head, broken), strings.TrimLeftFunc(tail, broken)
	lines = max(1, strings.Count(task[len(head):len(task)-len(tail)], "\n"))
	if head != "" && !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	return fmt.Sprintf("%s… %s of the task left out\n%s", head, linesText(lines), tail), lines
}

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
