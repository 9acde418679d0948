package shell

import (
	"strings"

	"github.com/spf13/pflag"
)

// LongFlags writes arguments with two dashes before each long flag: Go's own flags, and -target among them, have one.
// Values of flags stay as they are, and so does everything after --.
func LongFlags(flags *pflag.FlagSet, args []string) []string {
	long := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(long, args[i:]...)
		}
		if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
			arg = "-" + arg
		}
		long = append(long, arg)
		if i+1 < len(args) && ValueFollows(flags, arg) {
			i++
			long = append(long, args[i])
		}
	}
	return long
}

// ValueFollows reports whether an argument is a long flag whose value is the next one.
func ValueFollows(flags *pflag.FlagSet, arg string) bool {
	f := flags.Lookup(strings.TrimLeft(arg, "-"))
	return strings.HasPrefix(arg, "-") && f != nil && f.NoOptDefVal == ""
}
