package player

// How a player behaves at the end of a growing demo, in seconds.
const (
	// LiveDelay is how far behind the end of the received data a live game is shown. Servers send in steps of 30 to 100
	// ms and networks are late, so without a delay the picture would stutter.
	LiveDelay = 0.5
	// liveNear is how near to the end a seek must be to return to the live game.
	liveNear = LiveDelay
	// liveJump is the lag from which playback jumps ahead, for example after a network stall, instead of playing
	// faster.
	liveJump = 3.0
)

// The clock of a live game runs at normal speed while its lag is between liveScarce and 1 times LiveDelay. Otherwise it
// runs slower or faster in proportion to the lag, up to liveFast. So the picture doesn't freeze because of a server's
// steps or clock drift, and the lag stays near LiveDelay.
const (
	liveScarce = 0.3
	liveFast   = 2.0
)

// Growing reports whether the demo may still grow.
func (p *Player) Growing() bool {
	g := p.demo.Growing()
	if g == nil {
		return false
	}
	ended, _ := g.Ended()
	return !ended
}

// Grew reports whether the demo was received while it was open, even if it has ended since.
func (p *Player) Grew() bool { return p.demo.Growing() != nil }

// Broken returns the error that ended a growing demo early, or nil.
func (p *Player) Broken() error {
	if g := p.demo.Growing(); g != nil {
		_, err := g.Ended()
		return err
	}
	return nil
}

// Live reports whether playback follows the end of a growing demo, [LiveDelay] behind it. A pause, a seek, a step or
// another speed stops that. [Player.GoLive], a seek to the end, or fast playback into the end starts it again.
func (p *Player) Live() bool { return p.live && p.Growing() }

// Lag returns how far the clock is behind the end of the received data, in seconds.
func (p *Player) Lag() float64 {
	d, _ := p.Duration()
	return max(0, d-p.clock)
}

// GoLive follows the end of a growing demo. It does nothing for other demos.
func (p *Player) GoLive() {
	if !p.Growing() {
		return
	}
	p.speed, p.paused = 1, false
	d, _ := p.Duration()
	p.Seek(max(0, d-LiveDelay))
	p.live = true
}

// advanceLive advances the clock of a live game by dt seconds of real time.
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
