package run

import (
	"os/exec"
	"sync"
	"syscall"

	"golang.org/x/sys/windows"
)

// group is a command's job object, which its children are in too.
type group struct {
	cmd *exec.Cmd

	mu  sync.Mutex
	job windows.Handle
}

// prepare has a command start apart from our console's signals.
func prepare(cmd *exec.Cmd) *group {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	return &group{cmd: cmd}
}

// started puts the process into a job. Where that is not possible, only the process itself is killed.
func (g *group) started() {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(g.cmd.Process.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(job, process)
		_ = windows.CloseHandle(process)
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.job = job
}

// kill ends all that is left of the job.
func (g *group) kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1) // there may be nobody left
		_ = windows.CloseHandle(g.job)
		g.job = 0
	}
}
