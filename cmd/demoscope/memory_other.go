//go:build !js

package main

// settleMemory is of the page alone.
func settleMemory() {}
