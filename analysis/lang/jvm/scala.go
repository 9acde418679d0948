package jvm

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// declareScala notes what builds of sbt and Mill name: "a" %% "b" % "1", mvn"a::b:1". What is built for a Scala has that in its name: all
// that a build tells come into question.
func (b *builds) declareScala(files []*analysis.File) {
	sbt := regexp.MustCompile(`"([\w.-]+)"\s*(%%?%?)\s*"([\w.-]+)"\s*%\s*(?:"([\w.+-]+)"|([\w.]+))`)
	mill := regexp.MustCompile(`\b(?:mvn|ivy)"([\w.-]+)(::?:?)([\w.-]+)::?([\w.+-]+)"`)
	scala := regexp.MustCompile(`(?i)scala\w*version\w*"?\s*(?::[^=\n]+)?(?::?=|->)\s*(?:Seq\(\s*)?"(\d+)\.(\d+)\.[\w.-]+"`)
	value := regexp.MustCompile(`\bval\s+(\w+)\s*(?::\s*String\s*)?=\s*"([\w.+-]+)"`)
	var texts []string
	values := map[string]string{}
	var ends []string
	for _, f := range files {
		text := withoutComments(string(f.Manifest))
		texts = append(texts, text)
		for _, m := range value.FindAllStringSubmatch(text, -1) {
			values[m[1]] = m[2]
		}
		for _, m := range scala.FindAllStringSubmatch(text, -1) {
			end := "_" + m[1]
			if m[1] == "2" {
				end += "." + m[2]
			}
			if !slices.Contains(ends, end) {
				ends = append(ends, end)
			}
		}
	}
	if len(ends) == 0 {
		ends = []string{"_2.13", "_3"}
	}
	slices.Sort(ends)
	for i, f := range files {
		dir := strings.TrimSuffix(strings.TrimSuffix(analysis.Dir(f.Path), "project"), "/")
		add := func(group, artifact, version string, built bool) {
			if !built {
				b.addOutside(dir, coordinates{group: group, artifact: artifact, version: version})
				return
			}
			for _, end := range ends {
				b.addOutside(dir, coordinates{group: group, artifact: artifact + end, version: version})
			}
		}
		for _, m := range sbt.FindAllStringSubmatch(texts[i], -1) {
			name := m[5][strings.LastIndexByte(m[5], '.')+1:]
			add(m[1], m[3], cmp.Or(m[4], values[name]), m[2] != "%")
		}
		for _, m := range mill.FindAllStringSubmatch(texts[i], -1) {
			add(m[1], m[3], m[4], m[2] != ":")
		}
	}
	for _, all := range b.outside {
		slices.SortFunc(all, func(x, y coordinates) int { return strings.Compare(x.String(), y.String()) })
	}
}
