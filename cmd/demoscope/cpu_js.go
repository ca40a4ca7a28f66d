package main

import "time"

var started = time.Now()

// cpuSeconds returns the time since the start: a browser has no other clock.
func cpuSeconds() float64 { return time.Since(started).Seconds() }
