package main

import "time"

var started = time.Now()

// cpuSeconds returns the time since the start: a browser tells no more.
func cpuSeconds() float64 { return time.Since(started).Seconds() }
