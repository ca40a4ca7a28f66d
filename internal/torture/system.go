package main

import (
	"os"
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

// processMemory is the maximum memory of a worker in bytes: one run, the sources and the garbage.
const processMemory = 3 << 30

// limitMemory makes the system refuse this process more memory.
func limitMemory() {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: processMemory, Max: processMemory})
}

// peakOf returns the peak of additional memory of this process while f runs, in bytes.
func peakOf(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // so that unused memory hardly counts
	debug.FreeOSMemory()
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil { // resets VmHWM
		return 0
	}
	self := os.Getpid()
	before := status(self, "VmRSS")
	f()
	return status(self, "VmHWM") - before
}

// watchMemory observes the memory of another process until the returned function is called, which returns the peak in
// bytes. (The system's own figure includes the memory of the process that started it.)
func watchMemory(pid int) func() int64 {
	end, result := make(chan struct{}), make(chan int64)
	go func() {
		peak := int64(0)
		for {
			peak = max(peak, status(pid, "VmHWM"))
			select {
			case <-end:
				result <- peak
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() int64 {
		close(end)
		return <-result
	}
}

// status returns a value of /proc/PID/status that is in kilobytes, in bytes.
func status(pid int, name string) int64 {
	data, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	_, rest, _ := strings.Cut(string(data), name+":")
	line, _, _ := strings.Cut(rest, "\n")
	n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(line), " kB"), 10, 64)
	return n << 10
}
