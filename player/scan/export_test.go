package scan

// Untimed makes a cursor take a demo for one whose packets say only how much later they are.
func Untimed(c *Cursor) { c.timed = false }
