//go:build unix

package run

import (
	"os/exec"
	"syscall"
)

// group is a command's process group, which its children are in too.
type group struct{ cmd *exec.Cmd }

// prepare has a command start a group of its own.
func prepare(cmd *exec.Cmd) *group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &group{cmd}
}

// started has nothing to do: the group is named after the process.
func (g *group) started() {}

// kill ends all that is left of the group.
func (g *group) kill() {
	if g.cmd.Process != nil {
		_ = syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) // there may be nobody left
	}
}
