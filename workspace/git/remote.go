package git

import (
	"context"
	"net/url"
	"strings"
)

// Address is where a repository's remote is: as much of it as is the same for everybody, and tells no secret.
type Address struct {
	Host string // without a user and a port, in lower case
	Path string // owner/name as a rule
}

// String is HOST/PATH, "" where there is none.
func (a Address) String() string { return strings.TrimPrefix(a.Host+"/"+a.Path, "/") }

// Remote is the address of a repository's remote: origin's, else the only remote's; the zero Address where there is none, or it is a
// place on this machine.
func Remote(ctx context.Context, dir string) (Address, error) {
	out, err := run(ctx, dir, maxLine, "config", "--local", "--null", "--get-regexp", `^remote\..*\.url$`)
	if exitCode(err) == 1 { // there is none
		return Address{}, nil
	}
	if err != nil {
		return Address{}, err
	}
	only, remotes := Address{}, 0
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		key, address, _ := strings.Cut(entry, "\n")
		if key == "remote.origin.url" {
			return addressIn(address), nil
		}
		only = addressIn(address)
		remotes++
	}
	if remotes != 1 {
		return Address{}, nil
	}
	return only, nil
}

// addressIn reads a remote's address: https://host/owner/name.git, ssh://…, or user@host:owner/name.
func addressIn(address string) Address {
	host, path := "", ""
	if u, err := url.Parse(address); err == nil && u.Scheme != "" && u.Host != "" {
		host, path = u.Hostname(), u.Path
	} else if before, rest, found := strings.Cut(address, ":"); found && !strings.ContainsAny(before, `/\`) && len(before) > 1 && !strings.HasPrefix(rest, "//") { // C:\ is a place
		host, path = before[strings.LastIndexByte(before, '@')+1:], rest
	}
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if path == "" {
		return Address{}
	}
	return Address{strings.ToLower(host), path}
}

// FirstCommit is the hash of the oldest commit that has no parent, of the history of what is checked out; "" where there is no commit, and where older ones
// were cut off (a shallow clone).
func FirstCommit(ctx context.Context, dir string) (string, error) {
	shallow, err := run(ctx, dir, maxLine, "rev-parse", "--is-shallow-repository")
	if err != nil || strings.TrimSpace(string(shallow)) != "false" {
		return "", err
	}
	if head, err := Head(ctx, dir); head == "" {
		return "", err
	}
	out, err := run(ctx, dir, maxLine, "rev-list", "--max-parents=0", "HEAD")
	roots := strings.Fields(string(out))
	if err != nil || len(roots) == 0 {
		return "", err
	}
	return roots[len(roots)-1], nil
}
