package main

// switchFlags are flags of a command. A page has none.
type switchFlags struct{}
