package php

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

// A class is missing where nothing of its package names it.
func TestMissing(t *testing.T) {
	folder := fstest.MapFS{}
	for p, text := range map[string]string{
		"composer/autoload_psr4.php": "<?php\nreturn array(\n    'Tea\\\\Pot\\\\' => array($vendorDir . '/tea/pot/src', $vendorDir . '/tea/pots'),\n" +
			"    'Cup\\\\' => array($vendorDir . '/cup/cup'),\n    'App\\\\' => array($baseDir . '/src'),\n);\n",
		"composer/autoload_files.php":    "<?php\nreturn array(\n    '0a' => $vendorDir . '/cup/cup/made.php',\n);\n",
		"composer/autoload_classmap.php": "<?php\nreturn array(\n    'Tea\\\\Pot\\\\Mapped' => $vendorDir . '/tea/pot/all.php',\n);\n",
		"composer/installed.json":        "{\"packages\": [{\n\"name\": \"tea/pot\",\n\"version\": \"1.4\"}]}",
		"tea/pot/src/Lid.php":            "<?php namespace Tea\\Pot; class Lid {} class_alias(Lid::class, 'Tea\\Pot\\Cover');",
		"tea/pot/src/Leaf/Green.php":     "<?php namespace Tea\\Pot\\Leaf; class Green {}",
		"tea/pot/all.php":                "<?php", "cup/cup/made.php": "<?php eval('class Made');", "cup/cup/Cup.php": "<?php",
	} {
		folder["vendor/"+p] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, tt := range []struct{ space, name, want string }{
		{`Tea\Pot`, "Kettle", "tea/pot 1.4: Kettle"},
		{`Tea\Pot\Leaf`, "Black", "tea/pot 1.4: Black"},
		{`Tea\Pot`, "Lid", ""},
		{`Tea\Pot`, "Cover", ""},  // another name of Lid
		{`Tea\Pot`, "Leaf", ""},   // a namespace
		{`Tea\Pot`, "kettle", ""}, // perhaps a function
		{`Tea\Pot`, "Made", ""},   // what is always loaded makes it
		{`Tea\Pot\Sugar`, "Cube", ""},
		{`Tea\Pot`, "Mapped", ""},
		{`Tea`, "Kettle", ""},
		{`App`, "Kettle", ""},
		{`\`, "Kettle", ""},
		{`Cup`, "Kettle", ""}, // functions of it are loaded with it, which may define it
	} {
		imp := &analysis.Import{Specifier: tt.space, Names: []analysis.Binding{{Name: tt.name, Local: tt.name}}}
		m := layout().Find(folder, false, "src/a.php", imp, analysis.Package{})
		got := ""
		if len(m.Missing) > 0 && !m.Loose {
			got = m.Package.Name + " " + m.Package.Version + ": " + strings.Join(m.Missing, " ")
		}
		if got != tt.want {
			t.Errorf(`%s\%s: got %q, want %q`, tt.space, tt.name, got, tt.want)
		}
	}
}
