package secret

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkFind looks through 400 KB of this package's own source, which is full of what rules begin with.
func BenchmarkFind(b *testing.B) {
	var all strings.Builder
	for _, name := range []string{"find.go", "block.go", "assignment.go", "check.go", "redact.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		all.Write(text)
	}
	text := strings.Repeat(all.String(), 1+400_000/all.Len())[:400_000]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}

func BenchmarkOfPath(b *testing.B) {
	for b.Loop() {
		OfPath("src/components/settings/account_page.test.tsx")
	}
}
