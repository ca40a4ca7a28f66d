package film

import (
	"os/exec"
	"syscall"
)

// setApart makes a command run in its own process group, so that keys in the console don't end it.
func setApart(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
