package world

// newRules returns the rules of the game that a format records.
func newRules(format string) (rules, Game) {
	switch format {
	case "dm3":
		return newQuake3Rules(), Quake3
	case "dm2", formatMultiView:
		return &quake2Rules{client: Nobody, to: Nobody}, Quake2
	case "qwd", "mvd":
		return &quakeWorldRules{mvd: format == "mvd", eye: quakeWorldEye{slot: Nobody}}, QuakeWorld
	default:
		return &quakeRules{}, Quake
	}
}
