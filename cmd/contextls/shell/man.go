package shell

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Manual is a manual page of all commands, as man reads it (roff). more are sections behind what is said of the commands:
// a heading and paragraphs.
func Manual(root *cobra.Command, version string, more ...[]string) string {
	var b strings.Builder
	name := root.Name()
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s %s\"\n.SH NAME\n%s \\- %s\n", strings.ToUpper(name), name, roff(version), name, roff(root.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR \\fICOMMAND\\fR [\\fIFLAG\\fR]… [\\fIARGUMENT\\fR]…\n.SH DESCRIPTION\n%s\n", name, roff(root.Long))
	for _, g := range root.Groups() {
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(roff(g.Title)))
		for _, cmd := range root.Commands() {
			if cmd.GroupID == g.ID && !cmd.Hidden {
				manualOf(&b, cmd)
			}
		}
	}
	for _, section := range more {
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(roff(section[0])))
		for _, paragraph := range section[1:] {
			fmt.Fprintf(&b, ".PP\n%s\n", roff(paragraph))
		}
	}
	return b.String()
}

func manualOf(b *strings.Builder, cmd *cobra.Command) {
	fmt.Fprintf(b, ".SS %s\n%s\n", roff(Synopsis(cmd)), roff(about(cmd)))
	FlagsOf(cmd).VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		if value != "" {
			value = " \\fI" + roff(value) + "\\fR"
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR%s\n%s\n", roff("--"+f.Name), value, roff(usage))
	})
	if cmd.HasExample() {
		fmt.Fprintf(b, ".PP\nFor example:\n.PP\n.RS\n.nf\n%s\n.fi\n.RE\n", roff(cmd.Example))
	}
}

// roff writes a text so that it is read as it is.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") { // else a request
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
