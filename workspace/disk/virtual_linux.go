package disk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// virtual are the types of file systems that hold no files of anybody's: reading some of theirs waits for ever or does something, and one of
// automounts would have the network asked.
func virtual(kind string) bool {
	return slices.Contains([]string{"autofs", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts", "devtmpfs", "efivarfs",
		"fusectl", "hugetlbfs", "mqueue", "nsfs", "proc", "pstore", "rpc_pipefs", "securityfs", "selinuxfs", "sysfs", "tracefs"}, kind)
}

// virtualIn are the directories below one at which such file systems are mounted, relative to it, with their types.
func virtualIn(dir string) map[string]string {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil
	}
	text, err := os.ReadFile("/proc/self/mountinfo") // proc_pid_mountinfo(5)
	if err != nil {
		return nil
	}
	in, escaped := map[string]string{}, strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	for line := range strings.Lines(string(text)) {
		mount, source, _ := strings.Cut(line, " - ")
		fields, kind := strings.Fields(mount), strings.Fields(source)
		if len(fields) < 5 || len(kind) == 0 {
			continue
		}
		rel, err := filepath.Rel(dir, escaped.Replace(fields[4]))
		if err != nil || !filepath.IsLocal(rel) || rel == "." {
			continue
		}
		if delete(in, rel); virtual(kind[0]) { // what is mounted last hides what was there
			in[rel] = kind[0]
		}
	}
	return in
}
