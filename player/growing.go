package player

// What a player does at the end of a demo that grows, in seconds.
const (
	// LiveDelay is how far behind the end of what has come a live game is shown: servers send in steps of 30 to
	// 100 ms and networks are late, and a picture that waits for each of them stutters.
	LiveDelay = 0.5
	// liveNear is how near to the end a seek must lead to be one to the live game.
	liveNear = LiveDelay
	// liveJump is how far behind it is jumped ahead and no longer played faster, as after a stall of the network.
	liveJump = 3.0
)

// The clock of a live game runs at the demo's own speed while as much is to come as liveScarce to one times
// LiveDelay, and else slower or faster in proportion, up to liveFast times. So neither a server's steps nor its
// clock, which differs from ours, make the picture stand still, and what comes is shown LiveDelay later and no more.
const (
	liveScarce = 0.3
	liveFast   = 2.0
)

// Growing reports whether the end of the demo is not known yet.
func (p *Player) Growing() bool {
	g := p.demo.Growing()
	if g == nil {
		return false
	}
	ended, _ := g.Ended()
	return !ended
}

// Grew reports whether the demo has come while it was open, also after its end.
func (p *Player) Grew() bool { return p.demo.Growing() != nil }

// Broken returns why a demo that grew has ended before its own end, nil if it has not.
func (p *Player) Broken() error {
	if g := p.demo.Growing(); g != nil {
		_, err := g.Ended()
		return err
	}
	return nil
}

// Live reports whether the end of a demo that grows is followed, [LiveDelay] behind it. A pause, a seek, a step and
// another speed leave it; [Player.GoLive], a seek to the end and playing fast into it return.
func (p *Player) Live() bool { return p.live && p.Growing() }

// Lag returns how many seconds the clock is behind the end of what is there.
func (p *Player) Lag() float64 {
	d, _ := p.Duration()
	return max(0, d-p.clock)
}

// GoLive follows the end of a demo that grows. It does nothing to others.
func (p *Player) GoLive() {
	if !p.Growing() {
		return
	}
	p.speed, p.paused = 1, false
	d, _ := p.Duration()
	p.Seek(max(0, d-LiveDelay))
	p.live = true
}

// advanceLive advances the clock of a live game by dt seconds of the viewer's own.
func (p *Player) advanceLive(dt float64) {
	lag := p.Lag()
	if lag > liveJump {
		p.clock += lag - LiveDelay
		return
	}
	rate := 1.0
	if part := lag / LiveDelay; part < liveScarce || part > 1 {
		rate = min(part, liveFast)
	}
	p.clock += dt * rate
}
