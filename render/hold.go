package render

// holdSpeed is the factor while a key of fast playing is held.
const holdSpeed = 5

// hold is fast playing as long as a key is down, and what was before.
type hold struct {
	direction float64 // 0: no key is down
	speed     float64
	paused    bool
}

// holdKeys plays fast while a key for it is held, and then as before.
func (g *Game) holdKeys(in *input) {
	direction := 0.0
	switch {
	case g.drag.active:
	case in.held[HoldForward] && !in.held[HoldBack]:
		direction = 1
	case in.held[HoldBack] && !in.held[HoldForward]:
		direction = -1
	}
	if direction == g.hold.direction {
		return
	}
	g.endHold()
	if direction == 0 {
		return
	}
	p := g.player
	g.hold = hold{direction, p.Speed(), p.Paused()}
	p.SetSpeed(direction * holdSpeed)
	p.SetPaused(false)
}

// endHold goes on at the speed that was before. Where playing held at the end
// of a part it stays.
func (g *Game) endHold() {
	if g.hold.direction == 0 {
		return
	}
	p := g.player
	p.SetSpeed(g.hold.speed)
	p.SetPaused(g.hold.paused || p.Paused())
	g.hold = hold{}
}
