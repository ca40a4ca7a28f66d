//go:build !unix

package bounded

// dontWait is for pipes, which have no paths here.
const dontWait = 0
