package world

import "unsafe"

// Memory returns about how many bytes a copy of w holds for itself: not what
// it shares with its neighbours.
func (w *World) Memory() int64 {
	n := int64(unsafe.Sizeof(*w))
	entity := int64(unsafe.Sizeof(Entity{}))
	n += entity * int64(cap(w.Entities)+cap(w.PrevEntities)+cap(w.Statics))
	n += int64(unsafe.Sizeof(Player{})) * int64(cap(w.Players))
	for i := range w.Players {
		if w.Players[i].Stats != nil {
			n += int64(unsafe.Sizeof(Stats{}))
		}
	}
	n += int64(unsafe.Sizeof(Effect{}))*int64(cap(w.Effects.List)) +
		int64(unsafe.Sizeof(SoundStart{}))*int64(cap(w.Effects.Sounds)+cap(w.Effects.Static))
	for i := range w.Notices.lines {
		n += int64(cap(w.Notices.lines[i].Text))
	}
	for i := range w.frames.slots {
		n += int64(unsafe.Sizeof(w.frames.slots[i]))
		if l := w.frames.slots[i].list; l != nil && l != w.current && l != w.previous {
			n += entity * int64(cap(l.items))
		}
	}
	if r, ok := w.rules.(baseKeeper); ok {
		n += r.memory()
	}
	return n
}
