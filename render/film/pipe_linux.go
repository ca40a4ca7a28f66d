package film

import (
	"os"
	"syscall"
)

// widePipe is the size of a pipe to ffmpeg in bytes: the maximum that Linux allows every user, most of a picture of
// 1280x720. With the default of 64 KiB, the two processes would wait for each other twenty times per picture.
const widePipe = 1 << 20

// widen enlarges a pipe. Errors are ignored, because a small pipe works, too.
func widen(pipe *os.File) {
	c, err := pipe.SyscallConn()
	if err != nil {
		return
	}
	_ = c.Control(func(fd uintptr) {
		const setSize = 1031 // F_SETPIPE_SZ of Linux
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, fd, setSize, widePipe)
	})
}
