package film

import (
	"os/exec"
	"syscall"
)

// setApart has a command run in a process group of its own, which no key of the console ends.
func setApart(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
