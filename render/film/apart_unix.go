//go:build unix

package film

import (
	"os/exec"
	"syscall"
)

// setApart has a command run in a process group of its own, which no key of the terminal ends.
func setApart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
