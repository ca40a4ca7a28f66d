//go:build unix

package bounded

import "syscall"

// dontWait makes opening a pipe without a writer return at once.
const dontWait = syscall.O_NONBLOCK
