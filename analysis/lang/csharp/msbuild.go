package csharp

import (
	"bytes"
	"encoding/xml"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// project is what MSBuild makes of one .csproj: its own text with the files that it imports.
type project struct {
	path       string
	names      []string // as which others may reference it as a package
	references []string // paths of .csproj files
	packages   []string // ids of packages and assemblies
	usings     []string // global ones
	compiles   []string // patterns of files outside its directory
}

// root stands for the folder in MSBuild's absolute paths, so that what leads out of it shows.
const root = "/folder"

// evaluation reads the files of one project in the order in which MSBuild does, and twice as MSBuild does:
// items and imports may need properties that are set after them.
type evaluation struct {
	tree       *analysis.Tree
	project    *project
	properties map[string]string // by lower-cased name
	seen       map[string]bool   // files that were read
	removed    map[string]bool   // usings
	sdks       []string
}

func readProject(tree *analysis.Tree, file string) *project {
	dir := analysis.Dir(file)
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	e := &evaluation{tree: tree, seen: map[string]bool{}, removed: map[string]bool{}, properties: map[string]string{
		"msbuildprojectname": name, "msbuildprojectdirectory": path.Join(root, dir)}}
	for range 2 {
		e.project = &project{path: file, names: []string{name}}
		e.sdks = nil
		clear(e.seen)
		clear(e.removed)
		e.read(above(tree, dir, "Directory.Build.props"))
		e.read(above(tree, dir, "Directory.Packages.props"))
		e.read(file)
		e.read(above(tree, dir, "Directory.Build.targets"))
		e.read(path.Join(dir, "packages.config"))
	}
	for _, property := range []string{"assemblyname", "packageid"} {
		if name := e.properties[property]; name != "" {
			e.project.names = append(e.project.names, name)
		}
	}
	if v := strings.ToLower(e.properties["implicitusings"]); v == "enable" || v == "true" {
		e.project.usings = append(e.project.usings, implicitUsings(e.sdks)...)
	}
	kept := e.project.usings[:0]
	for _, u := range e.project.usings {
		if !e.removed[u] {
			kept = append(kept, u)
		}
	}
	e.project.usings = kept
	return e.project
}

// above finds the nearest file of that name in a directory or above it; "" when there is none.
func above(tree *analysis.Tree, dir, name string) string {
	for {
		if p := path.Join(dir, name); tree.Manifest(p) != nil {
			return p
		}
		if dir == "" {
			return ""
		}
		dir = analysis.Dir(dir)
	}
}

// read reads one file, unless it is missing or was read before.
func (e *evaluation) read(file string) {
	text := e.tree.Manifest(file)
	if text == nil || e.seen[file] {
		return
	}
	e.seen[file] = true
	e.properties["msbuildthisfiledirectory"] = path.Join(root, analysis.Dir(file)) + "/"
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var open []string
	for {
		token, err := d.Token()
		if err != nil { // its end, or what is being typed: what stands before it counts
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			if !e.holds(t, file) {
				if d.Skip() != nil {
					return
				}
				continue
			}
			open = append(open, t.Name.Local)
			e.element(file, t)
		case xml.EndElement:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case xml.CharData:
			if n := len(open); n > 1 && open[n-2] == "PropertyGroup" {
				e.properties[strings.ToLower(open[n-1])] = strings.TrimSpace(e.expand(string(t), file))
			}
		}
	}
}

// element reads a start tag.
func (e *evaluation) element(file string, t xml.StartElement) {
	attribute := func(name string) string {
		for _, a := range t.Attr {
			if strings.EqualFold(a.Name.Local, name) {
				return e.expand(a.Value, file)
			}
		}
		return ""
	}
	include := items(attribute("Include"))
	p := e.project
	switch t.Name.Local {
	case "Project":
		e.sdks = append(e.sdks, items(attribute("Sdk"))...)
	case "Sdk":
		e.sdks = append(e.sdks, attribute("Name"))
	case "Import":
		if sdk := attribute("Sdk"); sdk != "" {
			e.sdks = append(e.sdks, sdk)
		} else if imported, ok := inside(analysis.Dir(file), attribute("Project")); ok {
			e.read(imported)
			e.properties["msbuildthisfiledirectory"] = path.Join(root, analysis.Dir(file)) + "/"
		}
	case "Using":
		if attribute("Static") == "" && attribute("Alias") == "" {
			p.usings = append(p.usings, include...)
		}
		for _, u := range items(attribute("Remove")) {
			e.removed[u] = true
		}
	case "PackageReference", "GlobalPackageReference":
		p.packages = append(p.packages, include...)
	case "package": // of a packages.config
		p.packages = append(p.packages, attribute("id"))
	case "Reference":
		for _, r := range include {
			name, _, _ := strings.Cut(r, ",")
			p.packages = append(p.packages, strings.TrimSpace(name))
		}
	case "ProjectReference":
		for _, r := range include {
			if r, ok := inside(analysis.Dir(p.path), r); ok {
				p.references = append(p.references, r)
			}
		}
	case "Compile":
		for _, c := range include {
			if c, ok := inside(analysis.Dir(p.path), c); ok {
				p.compiles = append(p.compiles, c)
			}
		}
	}
}

// flag is the only part of a condition that is looked at.
var flag = regexp.MustCompile(`'([^']*)'\s*==\s*'true'`)

// holds reports whether an element counts: not when its condition asks for a flag that is not set. All other
// conditions are about target frameworks and machines, and a reader asks about all of those.
func (e *evaluation) holds(t xml.StartElement, file string) bool {
	for _, a := range t.Attr {
		if a.Name.Local != "Condition" || strings.Contains(strings.ToLower(a.Value), " or ") {
			continue
		}
		for _, m := range flag.FindAllStringSubmatch(a.Value, -1) {
			if !strings.EqualFold(e.expand(m[1], file), "true") {
				return false
			}
		}
	}
	return true
}

// items are the elements of a list.
func items(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == ';' || c == '\n' || c == '\r' || c == ' ' || c == '\t' })
}

// inside is a path relative to the folder, given one relative to a directory of it; false when it leads
// out.
func inside(dir, p string) (string, bool) {
	p = strings.ReplaceAll(p, `\`, "/")
	if !strings.HasPrefix(p, "/") {
		p = path.Join(root, dir, p)
	}
	return strings.CutPrefix(path.Clean(p), root+"/")
}

var (
	fileAbove = regexp.MustCompile(`\$\(\[MSBuild\]::GetPathOfFileAbove\(\s*'?([^',)]+)'?[^)]*(?:\)[^)]*)?\)\)`)
	property  = regexp.MustCompile(`\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)`)
)

// expand puts in the values of properties. The one function that it knows is how a Directory.Build.props
// imports the next one above.
func (e *evaluation) expand(text, file string) string {
	if !strings.Contains(text, "$(") {
		return text
	}
	text = fileAbove.ReplaceAllStringFunc(text, func(call string) string {
		name := fileAbove.FindStringSubmatch(call)[1]
		if dir := analysis.Dir(file); dir != "" {
			if found := above(e.tree, analysis.Dir(dir), path.Base(name)); found != "" {
				return path.Join(root, found)
			}
		}
		return ""
	})
	return property.ReplaceAllStringFunc(text, func(use string) string {
		return e.properties[strings.ToLower(property.FindStringSubmatch(use)[1])]
	})
}

// implicitUsings are the global usings that an SDK adds when a project asks for them.
func implicitUsings(sdks []string) []string {
	out := strings.Fields(`System System.Collections.Generic System.IO System.Linq System.Net.Http System.Threading
		System.Threading.Tasks`)
	for _, sdk := range sdks {
		switch name, _, _ := strings.Cut(sdk, "/"); name {
		case "Microsoft.NET.Sdk.Web":
			out = append(out, strings.Fields(`System.Net.Http.Json Microsoft.AspNetCore.Builder Microsoft.AspNetCore.Hosting
				Microsoft.AspNetCore.Http Microsoft.AspNetCore.Routing Microsoft.Extensions.Configuration
				Microsoft.Extensions.DependencyInjection Microsoft.Extensions.Hosting Microsoft.Extensions.Logging`)...)
		case "Microsoft.NET.Sdk.Worker":
			out = append(out, strings.Fields(`Microsoft.Extensions.Configuration Microsoft.Extensions.DependencyInjection
				Microsoft.Extensions.Hosting Microsoft.Extensions.Logging`)...)
		}
	}
	return out
}
