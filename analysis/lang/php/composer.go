package php

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// location is a directory that the classes of a namespace lie in.
type location struct {
	owner string // the directory of the composer.json that says so
	dir   string
}

// manifest is composer.json.
type manifest struct {
	Name        string            `json:"name"`
	Require     map[string]string `json:"require"`
	RequireDev  map[string]string `json:"require-dev"`
	Replace     map[string]string `json:"replace"`
	Autoload    autoload          `json:"autoload"`
	AutoloadDev autoload          `json:"autoload-dev"`
}

type autoload struct {
	PSR4  map[string]paths `json:"psr-4,omitempty"`
	PSR0  map[string]paths `json:"psr-0,omitempty"`
	Files paths            `json:"files,omitempty"`
}

// paths is one path or a list of them.
type paths []string

// UnmarshalJSON takes either form, and anything else for nothing.
func (p *paths) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*p = paths{one}
		return nil
	}
	var many []string
	if json.Unmarshal(data, &many) == nil {
		*p = many
	}
	return nil
}

// lock is composer.lock or installed.json.
type lock struct {
	Packages    []locked `json:"packages,omitempty"`
	PackagesDev []locked `json:"packages-dev,omitempty"`
}

// locked is a package of a lock.
type locked struct {
	Name     string   `json:"name"`
	Version  string   `json:"version,omitempty"`
	Autoload autoload `json:"autoload"`
}

// condense are what is read of what Composer writes.
func condense() map[string]func([]byte) []byte {
	read := func(text []byte) []byte {
		var l lock
		_ = json.Unmarshal(text, &l) // what is wrong of it is not there
		out, err := json.Marshal(l)
		if err != nil {
			return []byte{}
		}
		return out
	}
	return map[string]func([]byte) []byte{"composer.lock": read, "composer/installed.json": read}
}

// project is what all composer files of a folder say together.
type project struct {
	psr4     map[string][]location // by namespace with its last backslash
	psr0     map[string][]location // by what classes' names begin with
	always   []string              // files that are loaded with the autoloader
	manifest bool                  // there is a composer.json

	external map[string]analysis.Package // by what the names of packages' classes begin with that are not in the folder
	vendors  map[string][]vendored       // by normalised names of such packages and of who publishes them
}

// vendored is a package that is not in the folder.
type vendored struct {
	analysis.Package
	short string // its normalised name without who publishes it
}

func readProject(tree *analysis.Tree) *project {
	p := &project{psr4: map[string][]location{}, psr0: map[string][]location{}, external: map[string]analysis.Package{}, vendors: map[string][]vendored{}}
	local, required := map[string]bool{}, map[string]bool{}
	for _, at := range tree.Manifests("composer.json") {
		var m manifest
		if strings.Contains("/"+at, "/vendor/") || json.Unmarshal(tree.Manifest(at), &m) != nil {
			continue
		}
		p.add(analysis.Dir(at), m.Autoload)
		p.add(analysis.Dir(at), m.AutoloadDev)
		p.manifest = true
		p.sell("composer", analysis.Package{}) // which runs where its manifest is
		local[m.Name] = true
		for name := range m.Replace {
			local[name] = true
		}
		for _, names := range []map[string]string{m.Require, m.RequireDev} {
			for name := range names {
				required[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(required)) {
		if publisher, pkg, ok := strings.Cut(name, "/"); ok && !local[name] {
			of := analysis.Package{Ecosystem: ecosystem, Name: name}
			p.sell(publisher, of)
			p.sell(pkg, of)
			for _, space := range known(name) {
				p.external[space+"\\"] = of
			}
		}
	}
	for _, base := range []string{"composer.lock", "installed.json"} {
		for _, at := range tree.Manifests(base) {
			p.readLock(tree.Manifest(at))
		}
	}
	return p
}

// readLock reads composer.lock or installed.json.
func (p *project) readLock(text []byte) {
	var l lock
	if json.Unmarshal(text, &l) != nil {
		return
	}
	for _, m := range slices.Concat(l.Packages, l.PackagesDev) {
		of := analysis.Package{Ecosystem: ecosystem, Name: m.Name, Version: m.Version}
		for _, spaces := range []map[string]paths{m.Autoload.PSR4, m.Autoload.PSR0} {
			for space := range spaces {
				p.external[space] = of
			}
		}
		if _, pkg, ok := strings.Cut(m.Name, "/"); ok { // classes without a namespace
			p.sell(pkg, of)
		}
	}
}

// sell notes a package under a name that it or its publisher goes by; with a version, if one is known of it.
func (p *project) sell(name string, of analysis.Package) {
	all := p.vendors[normal(name)]
	_, short, _ := strings.Cut(of.Name, "/")
	if i := slices.IndexFunc(all, func(known vendored) bool { return known.Name == of.Name }); i >= 0 {
		all[i].Package = of
	} else {
		p.vendors[normal(name)] = append(all, vendored{of, normal(short)})
	}
}

// add adds what a composer.json in a directory says of loading.
func (p *project) add(owner string, a autoload) {
	for space, dirs := range a.PSR4 {
		for _, dir := range dirs {
			p.psr4[space] = append(p.psr4[space], location{owner, inDir(owner, dir)})
		}
	}
	for prefix, dirs := range a.PSR0 {
		for _, dir := range dirs {
			p.psr0[prefix] = append(p.psr0[prefix], location{owner, inDir(owner, dir)})
		}
	}
	for _, file := range a.Files {
		p.always = append(p.always, inDir(owner, file))
	}
}

// inDir is a path that a manifest in a directory says, in the folder.
func inDir(dir, p string) string {
	if p = path.Join(dir, p); p == "." {
		return ""
	}
	return p
}

// find are the files that a class lies in by PSR-4, the longest namespace first, or by PSR-0: that of the
// composer.json nearest above the file that asks, else those of all others.
func (p *project) find(tree *analysis.Tree, from, class string) []string {
	nearest, depth := "", -1
	var others []string
	try := func(locations []location, rest string) {
		for _, at := range locations {
			file := inDir(at.dir, rest+".php")
			switch {
			case !tree.Has(file):
			case at.owner != "" && !strings.HasPrefix(from, at.owner+"/"):
				if !slices.Contains(others, file) {
					others = append(others, file)
				}
			case len(at.owner) > depth:
				nearest, depth = file, len(at.owner)
			}
		}
	}
	for end := strings.LastIndexByte(class, '\\') + 1; ; end = strings.LastIndexByte(class[:end-1], '\\') + 1 {
		try(p.psr4[class[:end]], strings.ReplaceAll(class[end:], "\\", "/"))
		if end == 0 {
			break
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(p.psr0)) {
		if strings.HasPrefix(class, prefix) {
			space := strings.LastIndexByte(class, '\\') + 1
			try(p.psr0[prefix], strings.ReplaceAll(class[:space], "\\", "/")+strings.ReplaceAll(class[space:], "_", "/"))
		}
	}
	if depth >= 0 {
		return []string{nearest}
	}
	slices.Sort(others)
	return others
}

// known are the namespaces that packages bring whose names do not say so.
func known(pkg string) []string {
	switch pkg {
	case "vlucas/phpdotenv":
		return []string{"Dotenv", "PhpOption"}
	case "dragonmantank/cron-expression":
		return []string{"Cron"}
	case "phpunit/phpunit":
		return []string{"SebastianBergmann"}
	case "php-di/php-di":
		return []string{"DI"}
	case "friendsofphp/php-cs-fixer":
		return []string{"PhpCsFixer"}
	}
	return nil
}

// normal is a name as packages and namespaces are compared: without signs, case and "php".
func normal(name string) string {
	name = strings.ToLower(name)
	for _, affix := range []string{"php-", "php_"} {
		name = strings.TrimPrefix(name, affix)
	}
	for _, affix := range []string{"-php", ".php", "-core"} {
		name = strings.TrimSuffix(name, affix)
	}
	return strings.Map(func(c rune) rune {
		if c == '-' || c == '_' || c == '.' {
			return -1
		}
		return c
	}, name)
}

// locked is the package that is not in the folder whose autoload rules place a class, function or constant, more
// precisely than the folder's own do; nil for none.
func (p *project) locked(full string) *analysis.Package {
	for end := len(full); end > p.own(full); end = strings.LastIndexAny(full[:end-1], "\\_") + 1 {
		if of, ok := p.external[full[:end]]; ok {
			return &of
		}
	}
	return nil
}

// own is the length of the longest namespace around a name that the folder says the directory of.
func (p *project) own(full string) int {
	for end := len(full); end > 0; end = strings.LastIndexAny(full[:end-1], "\\_") + 1 {
		if p.psr4[full[:end]] != nil || p.psr0[full[:end]] != nil {
			return end
		}
	}
	return 0
}

// required is a required package whose name, or that of who publishes it, a name begins with; of several
// the one whose name has the most of it. In a namespace that the folder has files of, it is the one that is called as what follows (GuzzleHttp\Psr7
// of guzzlehttp/psr7). It is nil for none.
func (p *project) required(full string) *analysis.Package {
	first, rest, _ := strings.Cut(full, "\\")
	all := p.vendors[normal(first)]
	if len(all) == 0 {
		return nil
	}
	spaces := strings.Split(rest, "\\")
	shared := p.own(full) > 0
	if shared {
		spaces = spaces[:1]
	}
	for i := range spaces {
		spaces[i] = normal(spaces[i])
	}
	for i := range all {
		if slices.ContainsFunc(spaces, func(space string) bool { return space == all[i].short || space+"s" == all[i].short }) {
			return &all[i].Package
		}
	}
	if shared {
		return nil
	}
	return &all[0].Package
}
