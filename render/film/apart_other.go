//go:build !unix && !windows

package film

import "os/exec"

// setApart does nothing: programs cannot be started here.
func setApart(*exec.Cmd) {}
