package main

// switchFlags are the flags of a command. A page has none.
type switchFlags struct{}
