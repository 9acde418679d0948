package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// list is a flag that can be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }
func (l *list) Type() string       { return "list" }

// choice is a flag whose value is one of some words.
type choice struct {
	value string
	words []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "WORD" }
func (c *choice) Set(word string) error {
	if !slices.Contains(c.words, word) {
		return fmt.Errorf("%q is not one of %s", word, strings.Join(c.words, ", "))
	}
	c.value = word
	return nil
}

// choose adds a flag whose value is one of some words, and by default what its usage says.
func choose(flags *pflag.FlagSet, name, usage string, words ...string) *string {
	c := &choice{words: words}
	flags.Var(c, name, usage)
	return &c.value
}

// tokens is a flag's number of tokens: 16000, or 16k for short.
type tokens int

func (t *tokens) String() string { return strconv.Itoa(int(*t)) }
func (t *tokens) Type() string   { return "TOKENS" }
func (t *tokens) Set(s string) error {
	digits, unit := s, 1
	if short := strings.TrimRight(s, "kK"); len(short) == len(s)-1 {
		digits, unit = short, 1000
	}
	n, err := strconv.Atoi(digits)
	if err != nil || max(n, -n) > math.MaxInt32/unit {
		return fmt.Errorf("%q is not a whole number, such as 8000 or 8k", s)
	}
	*t = tokens(n * unit)
	return nil
}

// tokensFlag adds a flag --tokens.
func tokensFlag(flags *pflag.FlagSet, value int, usage string) *int {
	flags.Var((*tokens)(&value), "tokens", usage)
	return &value
}

// completeFlags lets shells complete the words that flags choose from, and say what flags are for.
func completeFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		_, f.Usage = pflag.UnquoteUsage(f)
		if c, ok := f.Value.(*choice); ok {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(c.words, cobra.ShellCompDirectiveNoFileComp)) // it fails where there is one
		}
	})
}

// flagError says what is wrong with a flag, as the command line has it.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return fmt.Errorf("there is no flag -%s; `contextls %s --help` lists them", unknown.GetSpecifiedShortnames(), cmd.Name())
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		name := unknown.GetSpecifiedName()
		return fmt.Errorf("there is no flag --%s%s; `contextls %s --help` lists them", name, meant("--", name, names), cmd.Name())
	case errors.As(err, &bare):
		return fmt.Errorf("--%s: it wants a value", bare.GetSpecifiedName())
	case errors.As(err, &wrong):
		f, value := wrong.GetFlag(), wrong.GetValue()
		switch f.Value.Type() {
		case "int":
			return fmt.Errorf("--%s: %q is not a whole number", f.Name, value)
		case "bool":
			return fmt.Errorf("--%s: %q is neither true nor false", f.Name, value)
		case "duration":
			return fmt.Errorf("--%s: %q is not a time such as 10s or 5m", f.Name, value)
		}
		return fmt.Errorf("--%s: %w", f.Name, errors.Unwrap(wrong))
	}
	return err
}
