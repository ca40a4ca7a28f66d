//go:build !js

package main

// reserved returns memory for the time of the program that nothing touches, so that it takes no room. The collector
// counts it as in use, and does not run for as many bytes more: many commands end before.
func reserved() []byte { return make([]byte, 32<<20) }

// settleMemory is of the page alone.
func settleMemory() {}
