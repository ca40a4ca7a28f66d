package player_test

import "testing"

// The eye of a player in a multi-view recording of Quake II is where that
// player's state says.
func TestEyeOfQuake2Players(t *testing.T) {
	p := opened(t, sample("demoscope1.mvd2"))
	p.SetPaused(true)
	p.Follow(1)
	for _, clock := range []float64{5, 20.05, 40} {
		p.Seek(clock)
		p.Update(0)
		m := p.Moment()
		who := &m.World.Players[1]
		want := m.Poses[1].Origin
		for i := range want {
			want[i] += who.ViewOffset[i]
		}
		if !m.Eye.Known || m.Eye.Slot != 1 || m.Eye.Origin != want || m.Eye.FOV != who.FOV || who.ViewOffset[2] == 0 {
			t.Errorf("at %v s: %+v, not %v with %v degrees", clock, m.Eye, want, who.FOV)
		}
	}
}
