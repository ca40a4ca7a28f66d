package world

// newRules returns the rules of the game that a format records.
func newRules(format string) (rules, Game) {
	switch format {
	default:
		return &quakeRules{}, Quake
	}
}
