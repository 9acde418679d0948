package jvm

import (
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// FuzzLocks shows that whatever Gradle's files of versions hold, what comes of them are artifacts that can be looked for.
func FuzzLocks(f *testing.F) {
	f.Add("# generated\na.b:c:1.2=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n")
	f.Add("a.b:c:1.2\n::=classpath\n../a:b:1=classpath\na:b:${c}=testClasspath\na:b c:1=classpath")
	f.Add(`<component group="a.b" name="c" version="1"/><component group="a.b" name="c" version="2"><component group="" name="/" version="?^"><component group="a.b" name="c" version="0$">`)
	f.Fuzz(func(t *testing.T, text string) {
		b := readBuilds(analysis.NewTree([]analysis.File{{Path: lockFile, Manifest: []byte(text)}, {Path: "gradle/" + verificationFile, Manifest: []byte(text)}}))
		declared := []coordinates{{group: "a.b", artifact: "c"}}
		for _, c := range b.pin(b.module(""), declared) {
			if read, ok := readCoordinates(c.String()); !ok || read != c || len(strings.Fields(c.String())) != 1 {
				t.Errorf("%q is read as %q", c, read)
			}
		}
	})
}
