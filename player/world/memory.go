package world

import (
	"unsafe"

	"demoscope/player/world/internal/size"
)

// sizeOf returns the size in bytes of n values of type T.
func sizeOf[T any](n int) int64 { return size.Of[T](n) }

// Memory returns the number of bytes that a copy of w holds, without what it shares with before, an
// earlier copy of the same demo, or nil. For a sequence of copies, each counted with its
// predecessor, the sum is the memory of all of them, because data that a demo has replaced never
// comes back. Small items may be counted twice, but are never left out.
func (w *World) Memory(before *World) int64 {
	if before == nil {
		before = &World{level: noLevel, lightStyles: noLightStyles}
	}
	n := sizeOf[World](1)
	n += size.String(w.MatchStats, before.MatchStats) + size.String(w.Date, before.Date) + size.String(w.LastDate,
		before.LastDate) + size.String(w.Quake2HUD.Layout, before.Quake2HUD.Layout)
	for i := range w.Match.Names {
		n += size.String(w.Match.Names[i], before.Match.Names[i])
	}
	n += w.current.Size(before) + w.previous.Size(before)
	n += appendedSize(w.Statics, before.Statics) + sizeOf[Nail](cap(w.Nails)) + sizeOf[Player](cap(w.Players))
	for i := range w.Players {
		var was Player
		if i < len(before.Players) {
			was = before.Players[i]
		}
		n += w.Players[i].memory(&was)
	}
	n += w.Effects.memory(&before.Effects) + w.Notices.memory()
	if w.level.p != before.level.p {
		n += w.level.p.memory(before.level.p)
	}
	if w.lightStyles.p != before.lightStyles.p {
		n += sizeOf[LightStyles](1) + size.Strings(w.lightStyles.p[:], before.lightStyles.p[:])
	}
	n += w.baselines.p.memory(before.baselines.p) + w.results.p.memory(before.results.p)
	return n + w.rules.Memory(w, before)
}

// noLevel and noLightStyles stand for those of a missing world.
var (
	noLevel       = cow[Level]{p: new(Level)}
	noLightStyles = cow[LightStyles]{p: new(LightStyles)}
)

// Rules returns the rules of w, for [Rules].Memory. It returns nil if w stands for a missing world.
func (w *World) Rules() Rules { return w.rules }

// Size returns the number of bytes in the list, or 0 if the list is the current or previous list of
// before.
func (l *List) Size(before *World) int64 {
	if l == nil || before.Holds(l) {
		return 0
	}
	return sizeOf[List](1) + sizeOf[Entity](cap(l.Items))
}

// Holds reports whether l is the current or the previous list, which [World.Memory] counts.
func (f *Frames) Holds(l *List) bool { return l == f.current || l == f.previous }

// appendedSize returns the number of bytes in a list that is only appended to, so that copies share
// it up to their length. It returns 0 if before has the same memory. The capacity may exceed the
// copy's by a quarter.
func appendedSize[T any](list, before []T) int64 {
	if cap(list) > 0 && cap(before) > 0 && unsafe.SliceData(list) == unsafe.SliceData(before) {
		return 0
	}
	return sizeOf[T](cap(list)) * 5 / 4
}

// memory returns the number of bytes that a player refers to, without the strings of was.
func (p *Player) memory(was *Player) (n int64) {
	n = size.String(p.UserInfo, was.UserInfo) + size.String(p.Name, was.Name) + size.String(p.Team, was.Team) +
		size.String(p.Skin, was.Skin)
	if p.Stats != nil {
		n += sizeOf[Stats](1)
	}
	if h := p.Quake2HUD; h != nil {
		layout := ""
		if was.Quake2HUD != nil {
			layout = was.Quake2HUD.Layout
		}
		n += sizeOf[Quake2HUD](1) + size.String(h.Layout, layout)
	}
	return n
}

// memory returns the number of bytes in a level, without the strings of before.
func (l *Level) memory(before *Level) int64 {
	n := sizeOf[Level](1)
	for _, s := range [...][2]string{
		{l.Map, before.Map}, {l.Title, before.Title}, {l.GameDir, before.GameDir}, {l.ServerInfo, before.ServerInfo},
		{l.SkyBox, before.SkyBox}, {l.Texts.StatusBar, before.Texts.StatusBar},
	} {
		n += size.String(s[0], s[1])
	}
	t, b := &l.Texts, &before.Texts
	for _, s := range [...][2][]string{
		{l.Models, before.Models}, {l.Sounds, before.Sounds}, {l.ConfigStrings, before.ConfigStrings},
		{t.Images, b.Images}, {t.Items, b.Items}, {t.Skins, b.Skins}, {t.General, b.General}, {t.Head, b.Head},
	} {
		n += sizeOf[string](cap(s[0])) + size.Strings(s[0], s[1])
	}
	return n
}

// memory returns the number of bytes that the results hold and before, which may be nil, does not.
func (r *results) memory(before *results) (n int64) {
	if r == before {
		return 0
	}
	n = sizeOf[results](1) + sizeOf[Result](cap(r.list))
	for i := range r.list {
		var was Result
		if before != nil && i < len(before.list) {
			was = before.list[i]
		}
		m := &r.list[i]
		n += size.String(m.Map, was.Map)
		n += appendedSize(m.Teams, was.Teams) + appendedSize(m.Players, was.Players) + appendedSize(m.Spectators,
			was.Spectators) +
			appendedSize(m.Left, was.Left) + appendedSize(m.Returns, was.Returns) + appendedSize(m.Pickups,
			was.Pickups) + appendedSize(m.Aims, was.Aims)
	}
	return n
}
