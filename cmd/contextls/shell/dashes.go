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
		if name, isLong := strings.CutPrefix(arg, "--"); isLong && i+1 < len(args) {
			if f := flags.Lookup(name); f != nil && f.NoOptDefVal == "" { // its value follows
				i++
				long = append(long, args[i])
			}
		}
	}
	return long
}
