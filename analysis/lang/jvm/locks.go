package jvm

import (
	"regexp"
	"strings"
)

// Files in which Gradle keeps versions.
const (
	lockFile         = "gradle.lockfile"
	verificationFile = "verification-metadata.xml"
)

// addLock notes the versions of what is on the class paths of a Gradle project, which its lock file tells: lines of
// group:artifact:version=configuration,configuration. They are those of what other artifacts bring with them, too.
func (b *builds) addLock(dir, text string) {
	versions := map[string]string{}
	for line := range strings.Lines(text) {
		artifact, configurations, _ := strings.Cut(strings.TrimSpace(line), "=")
		if c, ok := readCoordinates(artifact); ok && strings.Contains(strings.ToLower(configurations), "classpath") {
			versions[c.group+":"+c.artifact] = c.version
			b.addGroup(c.group)
		}
	}
	b.locked[dir] = versions
}

// addVerified notes the versions of artifacts whose sums Gradle verifies. Of one with several it is not told which is used.
func (b *builds) addVerified(text string) {
	component := regexp.MustCompile(`<component\s+group="([^"]+)"\s+name="([^"]+)"\s+version="([^"]+)"`)
	for _, m := range component.FindAllStringSubmatch(text, -1) {
		c, ok := readCoordinates(m[1] + ":" + m[2] + ":" + m[3])
		if !ok {
			continue
		}
		key := c.group + ":" + c.artifact
		if version, known := b.verified[key]; known && version != c.version {
			c.version = ""
		}
		b.verified[key] = c.version
	}
}

// pin gives artifacts that a module declares the versions that Gradle uses, and adds what else is on the module's class paths.
func (b *builds) pin(m *module, declared []coordinates) []coordinates {
	locked := b.locked[m.dir]
	for i := range declared {
		c := &declared[i]
		key := c.group + ":" + c.artifact
		if version := locked[key]; version != "" {
			c.version = version
		} else if c.version == "" {
			c.version = b.verified[key]
		}
	}
	for key, version := range locked {
		if c, ok := readCoordinates(key + ":" + version); ok {
			declared = append(declared, c)
		}
	}
	return declared
}
