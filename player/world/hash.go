package world

import "math"

// hasher mixes numbers into 64 bits. It is for telling worlds apart, not for
// security.
type hasher uint64

func (h *hasher) u64(v uint64) {
	x := uint64(*h) ^ v
	x *= 0x9e3779b97f4a7c15
	*h = hasher(x ^ x>>29)
}

func (h *hasher) int(v int) { h.u64(uint64(v)) }

func (h *hasher) bool(v bool) {
	if v {
		h.u64(1)
	} else {
		h.u64(2)
	}
}

func (h *hasher) f64(v float64) { h.u64(math.Float64bits(v)) }

func (h *hasher) vec(v [3]float32) {
	h.u64(uint64(math.Float32bits(v[0]))<<32 | uint64(math.Float32bits(v[1])))
	h.u64(uint64(math.Float32bits(v[2])))
}

func (h *hasher) bytes(b []byte) {
	h.int(len(b))
	for _, c := range b {
		h.u64(uint64(c))
	}
}

func (h *hasher) string(s string) {
	h.int(len(s))
	for i := range len(s) {
		h.u64(uint64(s[i]))
	}
}

// Hash returns a number that is equal for equal worlds: every field that can
// be seen, of everything in it, is part of it.
func (w *World) Hash() uint64 {
	w.Settle()
	h := hasher(w.Game)
	for _, v := range [...]float64{w.Time, w.Clock, w.FrameClock, w.PrevFrameClock} {
		h.f64(v)
	}
	h.int(w.Block)
	h.int(w.LevelCount)
	h.int(w.Recorder)
	h.bool(w.Intermission)
	h.bool(w.Paused)
	h.f64(w.Match.Start)
	h.bool(w.Match.Teams)
	h.bool(w.Match.Known)
	h.u64(uint64(uint32(w.Match.Scores[0]))<<32 | uint64(uint32(w.Match.Scores[1])))
	for _, list := range [...][]Entity{w.Entities, w.PrevEntities, w.Statics} {
		h.int(len(list))
		for i := range list {
			list[i].hash(&h)
		}
	}
	h.int(len(w.Players))
	for i := range w.Players {
		w.Players[i].hash(&h)
	}
	h.int(len(w.Nails))
	for i := range w.Nails {
		h.int(int(w.Nails[i].Number))
		h.vec(w.Nails[i].Origin)
		h.vec(w.Nails[i].Angles)
	}
	w.Stats.hash(&h)
	w.View.hash(&h)
	w.Notices.hash(&h)
	w.Effects.hash(&h)
	w.Level().hash(&h)
	for _, s := range w.LightStyles() {
		h.string(s)
	}
	h.int(w.Baselines())
	h.string(w.MatchStats)
	w.rules.hash(&h)
	return uint64(h)
}

func (e *Entity) hash(h *hasher) {
	h.vec(e.Origin)
	h.vec(e.Angles)
	h.vec(e.OldOrigin)
	h.u64(uint64(uint32(e.Number))<<32 | uint64(uint32(e.Skin)))
	h.u64(uint64(e.Model[0]) | uint64(e.Model[1])<<16 | uint64(e.Model[2])<<32 | uint64(e.Model[3])<<48)
	h.u64(uint64(e.Effects)<<32 | uint64(e.RenderFX))
	h.u64(uint64(uint32(e.Solid))<<32 | uint64(e.Frame)<<16 | uint64(e.Sound))
	h.u64(uint64(e.Colormap) | uint64(e.Event)<<8 | uint64(e.Alpha)<<16 | uint64(e.Scale)<<24 |
		uint64(e.LerpFinish)<<32 | uint64(e.Fatness)<<40 | uint64(e.Flags)<<48)
	h.u64(uint64(e.ColorMod[0]) | uint64(e.ColorMod[1])<<8 | uint64(e.ColorMod[2])<<16 |
		uint64(e.Type)<<24 | uint64(e.Weapon)<<32)
}

func (p *Pose) hash(h *hasher) {
	h.vec(p.Origin)
	h.vec(p.Angles)
	h.vec(p.Velocity)
}

func (p *Player) hash(h *hasher) {
	h.int(p.Slot)
	for _, b := range [...]bool{p.InUse, p.Visible, p.WasVisible, p.Spectator, p.NoLerp, p.Dead} {
		h.bool(b)
	}
	p.Pose.hash(h)
	p.Was.hash(h)
	for _, s := range [...]string{p.Name, p.Team, p.Skin, p.UserInfo} {
		h.string(s)
	}
	for _, v := range [...]int{int(p.Shirt), int(p.Pants), int(p.Frags), int(p.Kills), int(p.Deaths), int(p.Ping), int(p.Loss),
		int(p.UserID), int(p.Model), int(p.Frame), int(p.WeaponFrame), int(p.SkinNumber), int(p.Effects), int(p.Weapon)} {
		h.int(v)
	}
	h.f64(p.Entered)
	h.bool(p.EyeKnown)
	h.vec(p.ViewOffset)
	h.vec(p.Punch)
	h.vec([3]float32{p.FOV, float32(p.MoveType), float32(p.RDFlags)})
	h.int(int(p.WeaponModel))
	if p.Stats != nil {
		p.Stats.hash(h)
	}
}

func (s *Stats) hash(h *hasher) {
	h.u64(s.Known)
	for _, v := range s.Values {
		h.int(int(v))
	}
}

func (v *View) hash(h *hasher) {
	for _, x := range [...][3]float32{v.Origin, v.WasOrigin, v.Angles, v.Punch, {v.Height, v.FOV, float32(v.Entity)}} {
		h.vec(x)
	}
	h.bool(v.Known)
	h.bool(v.NoLerp)
	h.bool(v.wasKnown)
	for i := range min(v.count, viewLooks) {
		l := &v.looks[(v.count-1-i)%viewLooks]
		h.f64(l.clock)
		h.vec(l.angles)
		h.bool(l.jump)
	}
}

func (n *Notices) hash(h *hasher) {
	h.int(n.count)
	h.bool(n.open)
	for i := range n.Len() {
		l := n.Line(i)
		h.f64(l.Clock)
		h.int(int(l.Level))
		h.bool(l.Chat)
		h.int(int(l.Targets))
		h.bytes(l.Text)
	}
	h.bytes(n.Center)
	h.int(int(n.CenterTargets))
	h.f64(n.CenterClock)
	h.bool(n.Finale)
}

func (e *Effects) hash(h *hasher) {
	h.int(len(e.List))
	for i := range e.List {
		f := &e.List[i]
		h.int(int(f.Kind))
		h.f64(f.Clock)
		h.f64(f.Life)
		h.vec(f.Origin)
		h.vec(f.End)
		h.vec(f.Velocity)
		h.int(int(f.Entity))
		h.int(int(f.Count))
		h.int(int(f.Color))
	}
	for _, list := range [...][]SoundStart{e.Sounds, e.Static} {
		h.int(len(list))
		for i := range list {
			s := &list[i]
			h.f64(s.Clock)
			h.vec(s.Origin)
			h.vec([3]float32{s.Volume, s.Attenuation, float32(s.Channel)})
			h.int(int(s.Entity))
			h.int(int(s.Sound))
			h.int(int(s.Own))
		}
	}
}

func (l *Level) hash(h *hasher) {
	for _, s := range [...]string{l.Map, l.Title, l.GameDir, l.ServerInfo, l.SkyBox} {
		h.string(s)
	}
	h.int(l.Protocol)
	h.int(l.MaxClients)
	h.int(int(l.Checksum))
	h.bool(l.HasChecksum)
	h.string(l.Texts.StatusBar)
	t := &l.Texts
	for _, list := range [...][]string{l.Models, l.Sounds, l.ConfigStrings, t.head, t.Images, t.Items, t.Skins, t.General} {
		h.int(len(list))
		for _, s := range list {
			h.string(s)
		}
	}
}
