package setup

import (
	"fmt"
	"slices"
	"strings"
)

// around is how many lines of what stays a difference shows on each side.
const around = 3

// Diff is what the plan changes as a unified diff of one hunk, "" if nothing.
func (p Plan) Diff() string {
	if !p.Changes() {
		return ""
	}
	before, after := slices.Collect(strings.Lines(p.Before)), slices.Collect(strings.Lines(p.After))
	same := 0
	for same < min(len(before), len(after)) && before[same] == after[same] {
		same++
	}
	tail := 0
	for tail < min(len(before), len(after))-same && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	first, last := max(0, same-around), min(tail, around)
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", named(p.File, p.Before), named(p.File, p.After))
	fmt.Fprintf(&b, "@@ -%s +%s @@\n", span(first, len(before)-tail+last), span(first, len(after)-tail+last))
	write := func(mark string, lines []string) {
		for _, line := range lines {
			b.WriteString(mark + strings.TrimSuffix(line, "\n") + "\n")
			if !strings.HasSuffix(line, "\n") {
				b.WriteString("\\ No newline at end of file\n")
			}
		}
	}
	write(" ", before[first:same])
	write("-", before[same:len(before)-tail])
	write("+", after[same:len(after)-tail])
	write(" ", after[len(after)-tail:len(after)-tail+last])
	return b.String()
}

func named(file, text string) string {
	if text == "" {
		return "/dev/null"
	}
	return file
}

// span is where a hunk is: its first line, counted from 1, and how many there are.
func span(first, end int) string {
	if first == end { // none: what comes before is named
		return fmt.Sprintf("%d,0", first)
	}
	return fmt.Sprintf("%d,%d", first+1, end-first)
}
