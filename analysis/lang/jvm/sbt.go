package jvm

import (
	"path"
	"regexp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// addSBT adds the projects of sbt builds: lazy vals made of project, project.in(file("…")) or
// crossProject(…), and their dependsOn.
func (b *builds) addSBT(files []*analysis.File) {
	value := regexp.MustCompile(`^(\w+|` + "`[^`]+`" + `)\s*(?::[^=\n]+)?=`)
	made := regexp.MustCompile(`\b(?:project|crossProject|Project|projectMatrix)\b`)
	in := regexp.MustCompile(`\bfile\(\s*"([^"]+)"\s*\)`)
	dependsOn := regexp.MustCompile(`\.dependsOn\(((?:[^()]|\([^()]*\))*)\)`)
	item := regexp.MustCompile(`(\w+)(?:\.\w+)?(?:\s*%\s*([^,]+))?`)
	own := regexp.MustCompile(`\borganization\s*:=\s*"([\w.-]+)"`)
	for _, f := range files {
		text, dir := withoutComments(string(f.Manifest)), analysis.Dir(f.Path)
		b.addCoordinates(text)
		for _, m := range own.FindAllStringSubmatch(text, -1) {
			b.addOwn(m[1])
		}
		if path.Base(dir) == "project" {
			continue // what the build itself is made of
		}
		b.declare(dir)
		chunks := strings.Split(text, "lazy val ")[1:]
		dirs := map[string]string{}
		for _, chunk := range chunks {
			if name := value.FindStringSubmatch(chunk); name != nil && made.MatchString(chunk) {
				id := strings.Trim(name[1], "`")
				dirs[id] = path.Join(dir, id)
				if at := in.FindStringSubmatch(chunk); at != nil {
					dirs[id] = strings.TrimPrefix(path.Join(dir, at[1]), ".")
				}
				b.declare(dirs[id])
			}
		}
		for _, chunk := range chunks {
			name := value.FindStringSubmatch(chunk)
			if name == nil {
				continue
			}
			from, ok := dirs[strings.Trim(name[1], "`")]
			if !ok {
				continue
			}
			for _, list := range dependsOn.FindAllStringSubmatch(chunk, -1) {
				for _, d := range item.FindAllStringSubmatch(list[1], -1) {
					if to, ok := dirs[d[1]]; ok {
						for config := range strings.SplitSeq(strings.ToLower(d[2]), ";") {
							b.depend(b.module(from), to, strings.Contains(config, "->test"), strings.Contains(config, "test"))
						}
					}
				}
			}
		}
	}
}
