package world

import (
	"demoscope/player/world/internal/hash"
)

// Hash returns a hash of the world. It covers every exported field of the state, and all other data
// that affects how later packets are applied.
func (w *World) Hash() uint64 {
	w.Settle()
	h := hash.Hash(w.Game)
	w.State.hash(&h)
	for _, list := range [...][]Entity{w.Entities, w.PrevEntities, w.Statics} {
		hashEntities(&h, list)
	}
	h.Ints(len(w.Players))
	for i := range w.Players {
		w.Players[i].hash(&h, w.Clock)
	}
	h.Ints(len(w.Nails))
	for i := range w.Nails {
		h.Ints(int(w.Nails[i].Number))
		h.Vec(w.Nails[i].Origin)
		h.Vec(w.Nails[i].Angles)
	}
	w.Notices.hash(&h)
	w.Effects.hash(&h)
	w.Level().hash(&h)
	h.Strings(w.LightStyles()[:]...)
	w.baselines.get().hash(&h)
	w.results.get().hash(&h)
	w.rules.Hash(&h)
	return uint64(h)
}

func (s *State) hash(h *hash.Hash) {
	h.Floats(s.Time, s.Clock, s.FrameClock, s.PrevFrameClock)
	h.Ints(s.Block, s.LevelCount, s.Snapshots, s.Recorder)
	h.Bools(s.Intermission, s.Paused, s.LacksLevelStart, s.timeKnown, s.levelBegan, s.frameBegan, s.levelFramed)
	u := &s.Uncertain
	h.Bools(u.Entities, u.Players, u.Texts, u.baselines, u.untimed)
	h.Floats(u.Since, s.leap.time, s.leap.clock)
	h.Bools(s.leap.open)
	s.Stats.hash(h)
	h.Bools(s.Single.Known, s.Single.SkillKnown)
	for _, v := range [...]int32{s.Single.Kills, s.Single.Monsters, s.Single.Secrets, s.Single.TotalSecrets,
		s.Single.Skill, int32(s.Single.Counted)} {
		h.Ints(int(v))
	}
	s.View.hash(h)
	h.Floats(s.IntermissionTime, s.Match.Start, s.Match.Limit, s.Match.End, s.Match.Latest)
	for _, f := range s.Match.Flags {
		h.Ints(int(f.State), f.Carrier)
	}
	for _, o := range s.Match.Obelisks {
		h.Bools(o.Known)
		h.Ints(int(o.Health))
	}
	h.Ints(int(s.Match.White.State), s.Match.White.Carrier, s.Match.White.Side)
	h.Ints(int(s.Match.Phase), int(s.Match.Summed))
	h.Bools(s.Match.Teams, s.Match.Known, s.Match.Rounds, s.Match.FragsCount)
	h.Ints(int(s.Match.Scores[0]), int(s.Match.Scores[1]))
	h.Strings(s.Match.Names[:]...)
	h.Strings(s.MatchStats, s.Date, s.LastDate)
	s.Quake2HUD.hash(h)
}

func (u *Quake2HUD) hash(h *hash.Hash) {
	h.Strings(u.Layout)
	for _, v := range u.Inventory {
		h.Ints(int(v))
	}
}

func hashEntities(h *hash.Hash, list []Entity) {
	h.Ints(len(list))
	for i := range list {
		list[i].Hash(h)
	}
}

func (b *baselines) hash(h *hash.Hash) {
	h.Ints(b.count, len(b.pages))
	for i, page := range b.pages {
		if page == nil {
			continue
		}
		h.Ints(i)
		for k := range page {
			page[k].entity.Hash(h)
			h.Bools(page[k].set)
		}
	}
}

// Hash adds the entity to h.
func (e *Entity) Hash(h *hash.Hash) {
	h.Vec(e.Origin)
	h.Vec(e.Angles)
	h.Vec(e.OldOrigin)
	h.Uint(uint64(uint32(e.Number))<<32 | uint64(uint32(e.Skin)))
	h.Uint(uint64(e.Model[0]) | uint64(e.Model[1])<<16 | uint64(e.Model[2])<<32 | uint64(e.Model[3])<<48)
	h.Uint(uint64(e.Effects)<<32 | uint64(e.RenderFX))
	h.Uint(uint64(uint32(e.Solid))<<32 | uint64(e.Frame)<<16 | uint64(e.Sound))
	h.Uint(uint64(e.Colormap) | uint64(e.Event)<<8 | uint64(e.Alpha)<<16 | uint64(e.Scale)<<24 |
		uint64(e.LerpFinish)<<32 | uint64(e.Fatness)<<40 | uint64(e.Flags)<<48)
	h.Uint(uint64(e.ColorMod[0]) | uint64(e.ColorMod[1])<<8 | uint64(e.ColorMod[2])<<16 |
		uint64(e.Type)<<24 | uint64(e.Weapon)<<32)
}

func (p *Pose) hash(h *hash.Hash) {
	h.Vec(p.Origin)
	h.Vec(p.Angles)
	h.Vec(p.Velocity)
	h.Bools(p.VelocityKnown)
}

func (p *Player) hash(h *hash.Hash, clock float64) {
	h.Ints(p.Slot, int(p.Footing))
	h.Bools(p.InUse, p.Visible, p.WasVisible, p.Spectator, p.NoLerp, p.Dead, p.Gibbed, p.Ducked, p.NoModel, p.Out,
		p.EyeKnown, p.FragsReported, p.Stats != nil)
	p.Pose.hash(h)
	p.Was.hash(h)
	h.Strings(p.Name, p.Team, p.Skin, p.UserInfo)
	for _, v := range [...]int{int(p.Shirt), int(p.Pants), int(p.Frags), int(p.Kills), int(p.Deaths), int(p.Suicides),
		int(p.TeamKills), int(p.Guest), int(p.Ping), int(p.Loss), int(p.Age), int(p.Chat),
		int(p.UserID), int(p.Model), int(p.Frame), int(p.WasFrame), int(p.WeaponFrame), int(p.SkinNumber),
		int(p.Effects), int(p.Powerups), int(p.Weapon),
		int(p.Keys), int(p.KeysKnown)} {
		h.Ints(v)
	}
	h.Floats(float64(p.FragsAt), p.Entered, p.FrameClock, p.WeaponFrameClock, p.WeaponClock)
	h.Vec(p.ViewOffset)
	h.Vec(p.Punch)
	h.Vec([3]float32{p.FOV, float32(p.MoveType), float32(p.RDFlags)})
	h.Ints(int(p.WeaponModel))
	h.Floats(p.Hit.Clock, float64(p.Hit.Strength))
	h.Bools(p.Hit.Armor, p.Hit.Directed)
	h.Ints(p.Hit.By)
	h.Vec(p.Hit.From)
	h.Bytes(p.Blend[:])
	h.Floats(p.Hurt.Clock, p.Fired.Clock, p.HealthEstimate.Clock)
	h.Ints(int(p.HealthEstimate.Least), int(p.HealthEstimate.Most), int(p.Hits))
	h.Floats(float64(p.HitCounted), float64(p.Died))
	h.Bools(p.Hurt.Known, p.Fired.Known, p.HealthEstimate.Known)
	if clock-p.Struck.Clock <= hitTimeout { // not used later, and Quake III forgets the owners of projectiles
		h.Bools(p.Struck.Known)
		h.Floats(p.Struck.Clock)
		h.Ints(p.StruckBy)
	}
	for _, g := range [...]*Gun{&p.Gun, &p.WasGun} {
		h.Bools(g.Known)
		h.Vec(g.Offset)
		h.Vec(g.Angles)
		h.Ints(int(g.Bob))
	}
	if p.Stats != nil {
		p.Stats.hash(h)
	}
	h.Bools(p.Quake2HUD != nil)
	if p.Quake2HUD != nil {
		p.Quake2HUD.hash(h)
	}
}

func (s *Stats) hash(h *hash.Hash) {
	h.Uint(s.Known)
	for _, v := range s.Values {
		h.Ints(int(v))
	}
	h.Ints(int(s.Turn.Value), int(s.Turn.Icon))
	h.Floats(s.Turn.Until)
	h.Ints(int(s.Sums.DamageGiven), int(s.Sums.DamageTaken), int(s.Sums.PowerupTime))
}

func (v *View) hash(h *hash.Hash) {
	for _, x := range [...][3]float32{v.Origin, v.WasOrigin, v.Angles, v.Punch, v.Hurt,
		{v.Height, v.FOV, float32(v.Entity)}} {
		h.Vec(x)
	}
	h.Bools(v.Known, v.NoLerp, v.Fixed, v.wasKnown)
	h.Floats(v.HurtClock)
	h.Ints(v.count)
	for i := range min(v.count, viewLooks) {
		l := &v.looks[(v.count-1-i)%viewLooks]
		h.Floats(l.clock)
		h.Vec(l.angles)
		h.Bools(l.jump)
	}
}

func (n *Notices) hash(h *hash.Hash) {
	h.Ints(n.count, n.before, n.next)
	h.Bools(n.open)
	for i := range n.Len() {
		l := n.Line(i)
		h.Floats(l.Clock)
		h.Ints(int(l.Level), int(l.Targets), int(l.Event))
		h.Bools(l.Chat)
		h.Bytes(l.Text)
	}
	h.Bytes(n.Center)
	h.Ints(int(n.CenterTargets))
	h.Floats(n.CenterClock)
	h.Bools(n.Finale, n.Congratulations)
}

func (e *Effects) hash(h *hash.Hash) {
	h.Floats(e.lookTrails)
	h.Ints(len(e.List))
	for i := range e.List {
		f := &e.List[i]
		h.Floats(f.Clock, f.Life)
		h.Vec(f.Origin)
		h.Vec(f.End)
		h.Vec(f.Velocity)
		h.Ints(int(f.Kind), int(f.Entity), int(f.Count), int(f.Color), int(f.Colors), int(f.RGB), int(f.Shot),
			int(f.Only))
	}
	h.Ints(len(e.Trails))
	for i := range e.Trails {
		t := &e.Trails[i]
		h.Floats(t.Clock, t.Until)
		h.Vec(t.Origin)
		h.Vec(t.End)
		h.Vec([3]float32{t.Gravity})
		h.Ints(int(t.Kind), int(t.Entity), int(t.Owner))
	}
	h.Ints(len(e.Projectiles))
	for i := range e.Projectiles {
		f := &e.Projectiles[i]
		h.Floats(f.Seen)
		h.Vec(f.At)
		h.Ints(int(f.Entity), int(f.Owner))
	}
	for _, list := range [...][]SoundStart{e.Sounds, e.Static} {
		h.Ints(len(list))
		for i := range list {
			s := &list[i]
			h.Floats(s.Clock)
			h.Vec(s.Origin)
			h.Vec([3]float32{s.Volume, s.Attenuation, float32(s.Channel)})
			h.Ints(int(s.Entity), int(s.Sound), int(s.Own), int(s.Only), int(s.Flags))
		}
	}
}

func (l *Level) hash(h *hash.Hash) {
	h.Strings(l.Map, l.Title, l.GameDir, l.ServerInfo, l.SkyBox, l.GameType)
	h.Ints(l.Protocol, l.MaxClients, int(l.Checksum), int(l.ServerCount))
	h.Ints(l.Quake3Stats.Weapons, l.Quake3Stats.Armor, l.Quake3Stats.ArmorKind, l.Quake3Stats.DeadYaw,
		l.Quake3Stats.Rank)
	h.Bools(l.HasChecksum, l.MultiView)
	t := &l.Texts
	h.Strings(t.StatusBar)
	h.Ints(t.LateModels, t.LateSounds, t.Numbering.End)
	for _, list := range [...][]string{l.Models, l.Sounds, l.ClientSounds, l.ConfigStrings, t.Head, t.Images, t.Items,
		t.Skins, t.General} {
		h.List(list)
	}
}
