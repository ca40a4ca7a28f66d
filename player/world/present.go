package world

// Present is who was there at the end of a level. It never changes.
type Present struct {
	Level    int // its [State].LevelCount
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
	Frags      int32   // mean nothing unless HasFrags is set
	HasFrags   bool    // see [World.HasFrags]
	FragsAge   float64 // seconds: see [World.FragsAge]
}

// Plays reports whether the player took part, as [Player.Plays] does.
func (p *PresentPlayer) Plays() bool { return !p.Spectator && p.Name != "" }

// PresentAtEnd returns who is there at the end of the demo. A change of the map is no leaving: before the
// first frame of a level, or where nobody has come to it, who was there when the one before ended still is.
// Last is the last [World].Ended, nil for none.
func (w *World) PresentAtEnd(last *Present) *Present {
	if last != nil && !w.peopled() {
		return last
	}
	return w.present()
}

// peopled reports whether the level has had a frame, and somebody.
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

// present returns who is there now.
func (w *World) present() *Present {
	now := &Present{Level: w.LevelCount, Recorder: w.Recorder}
	for i := range w.Players {
		// Without its beginning, a demo may not tell the recorder's name.
		if p := &w.Players[i]; p.InUse || w.LevelCount == 0 && i == w.Recorder {
			now.Players = append(now.Players, PresentPlayer{
				p.Slot, p.Guest, p.Name, p.Team, p.Spectator, p.Shirt, p.Pants, p.Ping, p.Frags, w.HasFrags(p),
				w.FragsAge(p),
			})
		}
	}
	return now
}
