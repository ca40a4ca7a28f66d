//go:build unix

package player_test

import "golang.org/x/sys/unix"

// cpuMilliseconds returns the processor time that this process has used.
func cpuMilliseconds() float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}
