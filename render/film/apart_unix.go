//go:build unix

package film

import (
	"os/exec"
	"syscall"
)

// setApart makes a command run in its own process group, so that keys in the terminal don't end it.
func setApart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
