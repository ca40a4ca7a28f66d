//go:build !unix

package player_test

// cpuMilliseconds returns 0: the time by the clock is all that there is.
func cpuMilliseconds() float64 { return 0 }
