package analysis

import "strings"

// IsLicence reports whether a line of a comment, without its marks, is one that a licence or a copyright notice begins with.
func IsLicence(line string) bool {
	for _, begin := range []string{"Copyright", "copyright", "(c) ", "(C) ", "SPDX-", "Licensed ", "License:", "This file is part of ",
		"This source code is licensed", "Permission is hereby granted", "Redistribution and use in ", "The MIT License"} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return false
}
