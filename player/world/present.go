package world

// Present lists the players who were present at the end of a level. It never changes.
type Present struct {
	Level    int // [State].LevelCount of the level
	Recorder int // see [State].Recorder
	Players  []PresentPlayer
}

// PresentPlayer is a player in use at the end of a level.
type PresentPlayer struct {
	Slot       int
	Guest      uint32 // see [Player].Guest
	Name, Team string
	Spectator  bool
	Shirt      uint8
	Pants      uint8
	Ping       int32   // milliseconds
	Frags      int32   // valid if HasFrags is set
	HasFrags   bool    // see [World.HasFrags]
	FragsAge   float64 // seconds: see [World.FragsAge]
}

// Plays reports whether the player took part, like [Player.Plays].
func (p *PresentPlayer) Plays() bool { return !p.Spectator && p.Name != "" }

// PresentAtEnd returns the players present at the end of the demo. last is the last non-nil
// [World].Ended, or nil. Players do not leave because of a map change: before the first frame of a
// level, or if nobody has joined it, those present at the end of the previous level are returned.
func (w *World) PresentAtEnd(last *Present) *Present {
	if last != nil && !w.peopled() {
		return last
	}
	return w.present()
}

// peopled reports whether the level has had a frame and at least one player.
func (w *World) peopled() bool {
	if !w.Framed() {
		return false
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse || p.Guest > 0 {
			return true
		}
	}
	return false
}

// present returns the players present now.
func (w *World) present() *Present {
	now := &Present{Level: w.LevelCount, Recorder: w.Recorder}
	for i := range w.Players {
		// A demo without its beginning may lack the recorder's name.
		if p := &w.Players[i]; p.InUse || w.LevelCount == 0 && i == w.Recorder {
			now.Players = append(now.Players, PresentPlayer{
				p.Slot, p.Guest, p.Name, p.Team, p.Spectator, p.Shirt, p.Pants, p.Ping, p.Frags, w.HasFrags(p),
				w.FragsAge(p),
			})
		}
	}
	return now
}
