package world

import "unsafe"

// Memory returns roughly how many bytes a copy of w owns. What it shares with
// other copies is not counted.
func (w *World) Memory() int64 {
	n := int64(unsafe.Sizeof(*w))
	n += int64(unsafe.Sizeof(Entity{})) * int64(cap(w.Entities)+cap(w.PrevEntities)+cap(w.Statics))
	n += int64(unsafe.Sizeof(Nail{})) * int64(cap(w.Nails))
	n += int64(unsafe.Sizeof(Player{})) * int64(cap(w.Players))
	for i := range w.Players {
		if w.Players[i].Stats != nil {
			n += int64(unsafe.Sizeof(Stats{}))
		}
		if w.Players[i].Quake2HUD != nil {
			n += int64(unsafe.Sizeof(Quake2HUD{}))
		}
	}
	n += w.Effects.memory() + w.Notices.memory()
	if r, ok := w.rules.(FrameKeeper); ok {
		n += r.Memory(w)
	}
	return n
}

// Size returns roughly how many bytes the list holds, 0 if it is w's current or
// previous list, which [World.Memory] counts: see [FrameKeeper].
func (l *List) Size(w *World) int64 {
	if l == nil || l == w.current || l == w.previous {
		return 0
	}
	return int64(unsafe.Sizeof(*l)) + int64(unsafe.Sizeof(Entity{}))*int64(cap(l.Items))
}
