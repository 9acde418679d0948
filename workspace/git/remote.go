package git

import (
	"context"
	"net/url"
	"strings"
)

// RemoteName is what the path of a repository's remote calls it, owner/name as a rule: origin's, else the only remote's; "" where
// there is none, or it is a place on this machine. Of the rest of the address, which may hold a password, nothing is told.
func RemoteName(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, maxLine, "config", "--local", "--null", "--get-regexp", `^remote\..*\.url$`)
	if exitCode(err) == 1 { // there is none
		return "", nil
	}
	if err != nil {
		return "", err
	}
	only, remotes := "", 0
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		key, address, _ := strings.Cut(entry, "\n")
		if key == "remote.origin.url" {
			return nameIn(address), nil
		}
		only = nameIn(address)
		remotes++
	}
	if remotes != 1 {
		return "", nil
	}
	return only, nil
}

// nameIn is the path of a remote's address: https://host/owner/name.git, ssh://…, or user@host:owner/name.
func nameIn(address string) string {
	path := ""
	if u, err := url.Parse(address); err == nil && u.Scheme != "" && u.Host != "" {
		path = u.Path
	} else if host, rest, found := strings.Cut(address, ":"); found && !strings.ContainsAny(host, `/\`) && len(host) > 1 && !strings.HasPrefix(rest, "//") { // C:\ is a place
		path = rest
	}
	return strings.TrimSuffix(strings.Trim(path, "/"), ".git")
}
