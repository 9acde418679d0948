package php

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

func TestLayout(t *testing.T) {
	table := func(lines ...string) string {
		return "<?php\n\n$vendorDir = dirname(__DIR__);\n$baseDir = dirname($vendorDir);\n\nreturn array(\n    " + strings.Join(lines, ",\n    ") + ",\n);\n"
	}
	folder := fstest.MapFS{}
	for p, text := range map[string]string{
		"composer/autoload_psr4.php": table(`'Tea\\Pot\\' => array($vendorDir . '/tea/pot/src', $vendorDir . '/tea/pot/more')`, `'Tea\\' => array($vendorDir . '/tea/tea/src')`,
			`'App\\' => array($baseDir . '/src')`, `'Out\\' => array($vendorDir . '/../../out')`),
		"composer/autoload_namespaces.php": table(`'Old_' => array($vendorDir . '/old/old/lib')`),
		"composer/autoload_classmap.php":   table(`'Mapped' => $vendorDir . '/tea/tea/classes/all.php'`, `'App\\A' => $baseDir . '/src/A.php'`),
		"composer/autoload_files.php":      table(`'0a' => $vendorDir . '/tea/tea/functions.php'`, `'0b' => $vendorDir . '/old/old/f.php'`, `'0c' => $baseDir . '/src/f.php'`),
		"composer/installed.json": `{
    "packages": [
        {
            "name": "old/old",
            "version": "dev-main",
        },
        {
            "name": "tea/tea",
            "version": "v1.4.0",
            "authors": [{"name": "tea/pot"}]
        }
    ]
}`,
		"tea/pot/src/Lid.php": ``, "tea/pot/more/Spout.php": ``, "tea/tea/src/Leaf/Green.php": ``, "tea/tea/src/Pot/Old.php": ``, "tea/tea/classes/all.php": ``,
		"tea/tea/functions.php": ``, "old/old/lib/Old/Thing.php": ``, "old/old/f.php": ``,
	} {
		folder["app/vendor/"+p] = &fstest.MapFile{Data: []byte(text)}
	}
	folder["src/A.php"], folder["out/B.php"] = &fstest.MapFile{}, &fstest.MapFile{}
	l := layout()
	for _, tt := range []struct{ from, space, name, guess, want string }{
		{"app/src/x.php", `Tea\Pot`, "Lid", "", "tea/pot  [tea/pot/src/Lid.php]"},
		{"app/src/x.php", `Tea\Pot`, "Spout", "", "tea/pot  [tea/pot/more/Spout.php]"},
		{"app/src/x.php", `Tea\Pot`, "Old", "", "tea/tea v1.4.0 [tea/tea/src/Pot/Old.php]"},
		{"app/src/x.php", `Tea\Leaf`, "Green", "", "tea/tea v1.4.0 [tea/tea/src/Leaf/Green.php]"},
		{"app/src/x.php", `\`, "Mapped", "", "tea/tea v1.4.0 [tea/tea/classes/all.php]"},
		{"app/src/x.php", `\`, "Old_Thing", "", "old/old dev-main [old/old/lib/Old/Thing.php]"},
		{"app/src/x.php", `Tea\Leaf`, "brew", "", "tea/tea v1.4.0 [tea/tea/functions.php]"},
		{"app/src/x.php", `Else`, "f", "old/old", "old/old dev-main [old/old/f.php]"},
		{"app/src/x.php", `App`, "A", "", "  []"},
		{"app/src/x.php", `Out`, "B", "", "  []"},
		{"app/src/x.php", `Old_\..\..\..\src`, "A", "", "  []"},
		{"x.php", `Tea\Leaf`, "Green", "", "  []"},
		{"app/vendor/old/old/lib/Old/Thing.php", `Tea\Pot`, "Lid", "", "tea/pot  [tea/pot/src/Lid.php]"},
		{"app/vendor/tea/tea/functions.php", "__DIR__/src/Leaf/Green.php", "", "", "  [tea/tea/src/Leaf/Green.php]"},
		{"app/vendor/tea/tea/functions.php", "elsewhere.php", "", "", "  []"},
	} {
		imp := &analysis.Import{Specifier: tt.space}
		if tt.name != "" {
			imp.Names = []analysis.Binding{{Name: tt.name, Local: tt.name}}
		}
		var m analysis.InstalledModule
		if strings.Contains(tt.from, "vendor/") {
			m = l.Follow(folder, tt.from, imp)
		} else {
			m = l.Find(folder, false, tt.from, imp, analysis.Package{Name: tt.guess})
		}
		got := fmt.Sprintf("%s %s %s", m.Package.Name, m.Package.Version, strings.ReplaceAll(fmt.Sprint(m.Files), "app/vendor/", ""))
		if got != tt.want {
			t.Errorf("%s\\%s of %s: %q, want %q", tt.space, tt.name, tt.from, got, tt.want)
		}
		if !m.Loose {
			t.Errorf("%s\\%s is not loose", tt.space, tt.name)
		}
	}
}

// An import knows its package: by the lock, else by what composer.json requires.
func TestPackageOfImport(t *testing.T) {
	r := newResolver(analysis.NewTree([]analysis.File{
		{Path: "a.php"},
		{Path: "composer.json", Manifest: []byte(`{"require": {"acme/tea-pot": "^1", "acme/milk": "^2", "other/sugar": "*"}}`)},
		{Path: "composer.lock", Manifest: []byte(`{"packages": [{"name": "acme/milk", "version": "2.1.0", "autoload": {"psr-4": {"Acme\\Milk\\": "src"}}},
			{"name": "psr/log", "version": "3.0.2", "autoload": {"psr-0": {"Psr\\Log\\": "src"}}}]}`)},
	}))
	for _, tt := range []struct{ space, name, want string }{
		{`Acme\Milk\Fat`, "Free", "{composer acme/milk 2.1.0 }"},
		{`Psr\Log`, "Level", "{composer psr/log 3.0.2 }"},
		{`Acme\TeaPot`, "Lid", "{composer acme/tea-pot  }"},
		{`Sugar`, "Cube", "{composer other/sugar  }"},
		{`Composer\Script`, "Event", "<nil>"},
		{`Unknown`, "X", "<nil>"},
	} {
		got := "<nil>"
		if p := r.Resolve("a.php", &analysis.Import{Specifier: tt.space, Names: []analysis.Binding{{Name: tt.name, Local: tt.name}}}).Package; p != nil {
			got = fmt.Sprintf("{%s %s %s %s}", p.Ecosystem, p.Name, p.Version, p.As)
		}
		if got != tt.want {
			t.Errorf(`%s\%s is of %s, want %s`, tt.space, tt.name, got, tt.want)
		}
	}
}
