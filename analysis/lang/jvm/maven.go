package jvm

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// pom is what matters of a pom.xml.
type pom struct {
	dir string

	Group    string `xml:"groupId"`
	Artifact string `xml:"artifactId"`
	Version  string `xml:"version"`
	Parent   struct {
		Group    string `xml:"groupId"`
		Artifact string `xml:"artifactId"`
		Version  string `xml:"version"`
	} `xml:"parent"`
	Properties struct {
		All []struct {
			XMLName xml.Name
			Value   string `xml:",chardata"`
		} `xml:",any"`
	} `xml:"properties"`
	Dependencies []mavenDependency `xml:"dependencies>dependency"`
	Managed      []mavenDependency `xml:"dependencyManagement>dependencies>dependency"`
	Profiles     []struct {
		Dependencies []mavenDependency `xml:"dependencies>dependency"`
	} `xml:"profiles>profile"`
}

type mavenDependency struct {
	Group      string `xml:"groupId"`
	Artifact   string `xml:"artifactId"`
	Version    string `xml:"version"`
	Type       string `xml:"type"`
	Optional   string `xml:"optional"`
	Classifier string `xml:"classifier"`
	Scope      string `xml:"scope"`
}

// readPOM reads a pom.xml as far as it is one; nil where it names no artifact.
func readPOM(f *analysis.File) *pom {
	p := parsePOM(f.Manifest)
	if p == nil {
		return nil
	}
	p.dir = analysis.Dir(f.Path)
	p.Group = cmp.Or(strings.TrimSpace(p.Group), strings.TrimSpace(p.Parent.Group))
	p.Artifact = strings.TrimSpace(p.Artifact)
	return p
}

func parsePOM(text []byte) *pom {
	p := &pom{}
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = false
	d.CharsetReader = func(_ string, text io.Reader) (io.Reader, error) { return text, nil } // it was decoded when it was read
	if err := d.Decode(p); err != nil && p.Artifact == "" {
		return nil
	}
	return p
}

// addMaven adds the modules of a folder's POMs and how they depend on each other.
func (b *builds) addMaven(poms []*pom) {
	dirs := map[string]string{}
	for _, p := range poms {
		b.declare(p.dir)
		b.addOwn(p.Group)
		dirs[p.coordinates(p.Group, p.Artifact)] = p.dir
	}
	b.declareMaven(poms)
	for _, p := range poms {
		deps := p.Dependencies
		for _, profile := range p.Profiles {
			deps = append(deps, profile.Dependencies...)
		}
		for _, d := range deps {
			dir, inFolder := dirs[p.coordinates(d.Group, d.Artifact)]
			if !inFolder {
				b.addGroup(strings.TrimSpace(d.Group))
				continue
			}
			tests := strings.TrimSpace(d.Type) == "test-jar" || strings.TrimSpace(d.Classifier) == "tests"
			b.depend(b.module(p.dir), dir, tests, strings.TrimSpace(d.Scope) == "test")
		}
		for _, d := range p.Managed {
			if _, inFolder := dirs[p.coordinates(d.Group, d.Artifact)]; !inFolder {
				b.addGroup(strings.TrimSpace(d.Group))
			}
		}
	}
}

// coordinates is group:artifact as a POM writes it; of the properties only those that mean its own group
// are known.
func (p *pom) coordinates(group, artifact string) string {
	group = strings.TrimSpace(group)
	switch strings.TrimPrefix(group, "${pom.") {
	case "groupId}", "${project.groupId}", "${groupId}", "${project.parent.groupId}", "parent.groupId}":
		group = p.Group
	}
	return group + ":" + strings.TrimSpace(artifact)
}

// addGroup notes the group of a declared dependency.
func (b *builds) addGroup(group string) {
	if group != "" && !strings.ContainsAny(group, "${}") {
		b.groups[group] = true
	}
}

// addOwn notes the group of a module of the folder.
func (b *builds) addOwn(group string) {
	if group != "" && !strings.ContainsAny(group, "${}") {
		b.own[group] = true
	}
}
