package budget

import (
	"strings"
	"testing"
)

// What a file's licence takes is taken from what the file is about.
func TestLicenceIsNoPartOfASlice(t *testing.T) {
	const block = "/*\n * Copyright 2020 Somebody\n *\n * Licensed under the Apache License\n */\n"
	for _, tt := range []struct{ name, text, want string }{
		{"block", block + "package a\n", "package a\n"},
		{"behind blank lines", block + "\n\npackage a\n", "package a\n"},
		{"lines", "// Copyright 2020 Somebody\n// All rights reserved.\n\npackage a\n", "package a\n"},
		{"hashes below the interpreter", "#!/bin/sh\n\n# SPDX-License-Identifier: MIT\nset -e\n", "set -e\n"},
		{"below the beginning of code", "<?php\n\n/*\n * This file is part of x.\n */\n\nnamespace a;\n", "namespace a;\n"},
		{"markup", "<!--\n  Copyright 2020 Somebody\n-->\n<p>\n", "<p>\n"},
		{"behind a name", "/* json.c\n *\n * (c) 2020 Somebody\n */\nint x;\n", "int x;\n"},
		{"behind a name between empty lines", "//\n//  Cart.swift\n//\n//  Copyright 2020 Somebody\n//\n\nimport A\n", "import A\n"},
		{"behind what the file is about", "/* json.c\n *\n * Reads JSON,\n * and writes it.\n *\n * Copyright 2020 Somebody\n */\nint x;\n",
			"/* json.c\n *\n * Reads JSON,\n * and writes it.\n *\nint x;\n"},
		{"none", "// Package a reads.\npackage a\n", "// Package a reads.\npackage a\n"},
		{"nothing else", block + "\n", block + "\n"},
		{"not closed", "/*\n * Copyright 2020 Somebody\n", "/*\n * Copyright 2020 Somebody\n"},
		{"of the code", "copyright = 1\n", "copyright = 1\n"},
		{"nothing", "", ""},
	} {
		s := newSource(tt.text, tt.text, heuristic(t))
		s.define(nil, nil, nil)
		var shown strings.Builder
		for _, b := range s.blocks {
			shown.WriteString(s.text[s.starts[b.first]:s.starts[b.last+1]])
		}
		if shown.String() != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, shown.String(), tt.want)
		}
		if last := len(s.blocks) - 1; tt.text != "" && !s.blocks[last].prelude() {
			t.Errorf("%s: what stands before the definitions is no prelude", tt.name)
		}
	}
}
