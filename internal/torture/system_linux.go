package torture

import (
	"bytes"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// cpuTime returns the CPU time that this process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// tick is the unit of the times in /proc/PID/stat, which Linux has had since it has
// told it to programs.
const tick = time.Second / 100

// cpuOf returns the CPU time that another process has used, and its memory in bytes.
func cpuOf(pid int) (cpu time.Duration, memory int64) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 22 {
		return 0, 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	pages, _ := strconv.ParseInt(fields[21], 10, 64)
	return time.Duration(user+system) * tick, pages * int64(os.Getpagesize())
}

// status returns a number of kilobytes in /proc/self/status, in bytes.
func status(name string) int64 {
	data, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(data), name+":")
	line, _, _ := strings.Cut(rest, "\n")
	n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(line), " kB"), 10, 64)
	return n << 10
}

// resident returns how many bytes of memory this process has.
func resident() int64 { return status("VmRSS") }

// peakOf returns how much more memory than before this process has at once while f
// runs, in bytes.
func peakOf(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // what is not used any more hardly counts
	debug.FreeOSMemory()
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		return 0
	}
	before := status("VmRSS")
	f()
	return status("VmHWM") - before
}

// limitMemory makes the system refuse this process more than so many bytes of memory.
func limitMemory(bytes int64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)})
}

// quit makes a process of Go say where it is, and end.
func quit(p *os.Process) { _ = p.Signal(syscall.SIGQUIT) }

// Apart makes a process die with this one.
func Apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// peakOfProcess returns the largest memory of a process that has ended, in bytes.
func peakOfProcess(s *os.ProcessState) int64 {
	if u, ok := s.SysUsage().(*syscall.Rusage); ok {
		return int64(u.Maxrss) << 10
	}
	return 0
}
