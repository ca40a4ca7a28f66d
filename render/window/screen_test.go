package window

import (
	"testing"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/draw"
)

// The screen takes draw's vertices as they lie in memory.
func TestVertexIsEbitengines(t *testing.T) {
	var d draw.Vertex
	var e ebiten.Vertex
	if unsafe.Sizeof(d) != unsafe.Sizeof(e) {
		t.Fatalf("%d bytes, Ebitengine has %d", unsafe.Sizeof(d), unsafe.Sizeof(e))
	}
	for _, f := range []struct {
		name      string
		ours, its uintptr
	}{
		{"X", unsafe.Offsetof(d.X), unsafe.Offsetof(e.DstX)},
		{"Y", unsafe.Offsetof(d.Y), unsafe.Offsetof(e.DstY)},
		{"U", unsafe.Offsetof(d.U), unsafe.Offsetof(e.SrcX)},
		{"V", unsafe.Offsetof(d.V), unsafe.Offsetof(e.SrcY)},
		{"R", unsafe.Offsetof(d.R), unsafe.Offsetof(e.ColorR)},
		{"G", unsafe.Offsetof(d.G), unsafe.Offsetof(e.ColorG)},
		{"B", unsafe.Offsetof(d.B), unsafe.Offsetof(e.ColorB)},
		{"A", unsafe.Offsetof(d.A), unsafe.Offsetof(e.ColorA)},
		{"Custom", unsafe.Offsetof(d.Custom), unsafe.Offsetof(e.Custom0)},
	} {
		if f.ours != f.its {
			t.Errorf("%s at %d, Ebitengine has it at %d", f.name, f.ours, f.its)
		}
	}
	v := vertices([]draw.Vertex{{}, {X: 1, V: 2, A: 3}})
	if len(v) != 2 || v[1].DstX != 1 || v[1].SrcY != 2 || v[1].ColorA != 3 {
		t.Errorf("got %+v", v)
	}
}
