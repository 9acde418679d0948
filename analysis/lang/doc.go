// Package lang is the list of languages. Each has a folder of its own below this one.
package lang
