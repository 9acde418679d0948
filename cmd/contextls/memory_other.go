//go:build !linux

package main

func letGoOfProgram() {} // the system does not say what of it was changed
