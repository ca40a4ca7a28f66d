package film

import (
	"os"
	"syscall"
)

// widePipe is how many bytes a pipe to ffmpeg holds: as many as Linux allows everybody, most of a picture of
// 1280x720. With its usual 64 KiB each picture would make the two wait for one another twenty times.
const widePipe = 1 << 20

// widen makes a pipe hold more. One that stays as it is does, too.
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
