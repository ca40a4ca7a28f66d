//go:build !unix && !windows

package film

import "os/exec"

// setApart does nothing: no program can be started here.
func setApart(*exec.Cmd) {}
