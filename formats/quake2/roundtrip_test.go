package quake2

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// protocols are one of each way to lay messages out.
func protocols(t *testing.T) map[string]Protocol {
	t.Helper()
	list := map[string]Protocol{}
	for _, d := range []message.Quake2ServerData{
		{Protocol: 26, IsDemo: DemoClient},
		{Protocol: 31, IsDemo: DemoClient},
		{Protocol: 32, IsDemo: DemoClient},
		{Protocol: 32, IsDemo: DemoClient, Client: -1},
		{Protocol: 34, IsDemo: 0},
		{Protocol: 34, IsDemo: DemoServer, Client: -1},
		{Protocol: 34, IsDemo: DemoRelay, Client: -1},
		{Protocol: 3434, IsDemo: DemoClient},
		{Protocol: 3435, IsDemo: DemoClient},
		{Protocol: 3436, IsDemo: DemoClient},
	} {
		p, err := ForDemo(&d)
		if err != nil {
			t.Fatal(err)
		}
		list[fmt.Sprintf("%d-%d-%d", d.Protocol, d.IsDemo, d.Client)] = p
	}
	for version, flags := range map[uint16]uint16{2009: 0, 2010: 1, 2011: 4, 2012: 12, 2013: 12} {
		p, err := ForMultiView(MultiViewProtocol, version, flags)
		if err != nil {
			t.Fatal(err)
		}
		list[fmt.Sprintf("multiview-%d", version)] = p
	}
	return list
}

// numbers makes values that a field of a size can hold, the extremes often.
type numbers struct{ *rand.Rand }

func newNumbers() numbers { return numbers{rand.New(rand.NewPCG(1, 2))} }

func (n numbers) signed(size int) int64 {
	low, high := int64(-1)<<(size-1), int64(1)<<(size-1)-1
	switch n.IntN(5) {
	case 0:
		return low
	case 1:
		return high
	case 2:
		return 0
	case 3:
		return -1
	}
	return low + int64(n.Uint64()>>(64-uint(size)))
}

func (n numbers) unsigned(size int) int64 {
	switch n.IntN(4) {
	case 0:
		return 0
	case 1:
		return 1<<size - 1
	}
	return int64(n.Uint64() >> (64 - uint(size)))
}

// sized makes a number whose size two flags tell.
func (n numbers) sized(short, long bool) int32 {
	switch {
	case short && long:
		return int32(n.signed(32))
	case short:
		return int32(n.unsigned(8))
	}
	return int32(n.unsigned(16))
}

// coord makes a coordinate that stands for itself.
func (n numbers) coord(p *Protocol) wire.Coord {
	if p.Wide {
		return wire.Coord(n.signed([]int{15, 16, 23}[n.IntN(3)]))
	}
	return wire.Coord(n.signed(16))
}

func (n numbers) position(p *Protocol) [3]wire.Coord {
	return [3]wire.Coord{n.coord(p), n.coord(p), n.coord(p)}
}

// axis makes a coordinate that may be a difference.
func (n numbers) axis(p *Protocol) (v wire.Coord, difference bool) {
	if !p.Wide {
		return wire.Coord(n.signed(16)), false
	}
	if n.IntN(2) == 0 {
		return wire.Coord(n.signed(15)), true
	}
	return wire.Coord(n.signed(23)), false
}

// entityFields says which fields each flag of the wire announces.
var entityFields = map[uint64]message.Field{
	bitOriginX: message.FieldOriginX, bitOriginY: message.FieldOriginY, bitOriginZ: message.FieldOriginZ,
	bitPitch: message.FieldPitch, bitYaw: message.FieldYaw, bitRoll: message.FieldRoll,
	bitFrame8: message.FieldFrame, bitFrame16: message.FieldFrame, bitEvent: message.FieldEvent,
	bitModel: message.FieldModel, bitModel2: message.FieldModel2, bitModel3: message.FieldModel3,
	bitModel4: message.FieldModel4,
	bitSkin8:  message.FieldSkin, bitSkin16: message.FieldSkin,
	bitEffects8: message.FieldEffects, bitEffects16: message.FieldEffects,
	bitRenderFX8: message.FieldRenderFX, bitRenderFX16: message.FieldRenderFX,
	bitOldOrigin: message.FieldOldOrigin, bitSound: message.FieldSound, bitSolid: message.FieldSolid,
}

// extendedFields are those of extended protocols.
var extendedFields = map[uint64]message.Field{
	bitMoreFX8: message.FieldMoreEffects, bitMoreFX16: message.FieldMoreEffects,
	bitAlpha: message.FieldAlpha, bitScale: message.FieldScale,
}

// entity makes a change with the given flags, and only the fields that these
// announce.
func (n numbers) entity(p *Protocol, bits uint64) message.EntityDelta {
	for _, more := range []struct{ above, flag uint64 }{
		{1<<32 - 1, bitMore4}, {1<<24 - 1, bitMore3}, {1<<16 - 1, bitMore2}, {1<<8 - 1, bitMore1},
	} {
		if bits > more.above {
			bits |= more.flag
		}
	}
	e := message.EntityDelta{Bits: bits, Remove: bits&bitRemove != 0, Number: int32(n.unsigned(8))}
	for bit, field := range entityFields {
		if bits&bit != 0 {
			e.Mask |= field
		}
	}
	if p.Extended {
		for bit, field := range extendedFields {
			if bits&bit != 0 {
				e.Mask |= field
			}
		}
	}
	if bits&bitNumber16 != 0 {
		e.Number = int32(n.IntN(p.MaxEntities()))
	}
	e.Number = max(e.Number, 1)
	n.look(p, &e)
	n.place(p, &e)
	n.rest(p, &e)
	return e
}

func (n numbers) look(p *Protocol, e *message.EntityDelta) {
	bits := e.Bits
	size := 8
	if p.Extended && bits&bitModel16 != 0 {
		size = 16
	}
	for bit, v := range map[uint64]*int32{bitModel: &e.Model, bitModel2: &e.Model2, bitModel3: &e.Model3,
		bitModel4: &e.Model4} {
		if bits&bit != 0 {
			*v = int32(n.unsigned(size))
		}
	}
	if bits&bitFrame8 != 0 {
		e.Frame = int32(n.unsigned(8))
		if bits&bitFrame16 != 0 {
			e.FrameLow = uint8(e.Frame)
			e.Mask |= message.FieldFrameLow
		}
	}
	if bits&bitFrame16 != 0 {
		e.Frame = int32(n.unsigned(16))
	}
	for _, v := range []struct {
		to          *int32
		short, long uint64
		extended    bool
	}{
		{&e.Skin, bitSkin8, bitSkin16, false},
		{&e.Effects, bitEffects8, bitEffects16, false},
		{&e.RenderFX, bitRenderFX8, bitRenderFX16, false},
		{&e.MoreEffects, bitMoreFX8, bitMoreFX16, true},
	} {
		if bits&(v.short|v.long) != 0 && (p.Extended || !v.extended) {
			*v.to = n.sized(bits&v.short != 0, bits&v.long != 0)
		}
	}
}

func (n numbers) place(p *Protocol, e *message.EntityDelta) {
	for i := range 3 {
		if e.Bits&originBits[i] != 0 {
			var difference bool
			if e.Origin[i], difference = n.axis(p); difference {
				e.Difference |= message.FieldOriginX << i
			}
		}
		if e.Bits&angleBits[i] != 0 {
			switch {
			case p.Extended && e.Bits&bitAngle16 != 0:
				e.Angles[i] = wire.Angle(n.signed(16))
			case p.Extended:
				e.Angles[i] = wire.Angle(n.signed(8)) << 8
			default:
				e.Angles[i] = wire.Angle(n.signed(8))
			}
		}
	}
	if e.Bits&bitOldOrigin != 0 {
		e.OldOrigin = n.position(p)
	}
}

func (n numbers) rest(p *Protocol, e *message.EntityDelta) {
	bits := e.Bits
	if bits&bitSound != 0 {
		e.Sound = int32(n.unsigned(8))
		if p.Extended {
			e.Sound = int32(n.unsigned(14))
			if n.IntN(2) == 0 {
				e.Mask |= message.FieldVolume
				e.Volume = uint8(n.unsigned(8))
			}
			if n.IntN(2) == 0 {
				e.Mask |= message.FieldAttenuation
				e.Attenuation = uint8(n.unsigned(8))
			}
		}
	}
	if bits&bitEvent != 0 {
		e.Event = int32(n.unsigned(8))
	}
	if bits&bitSolid != 0 {
		e.Solid = int32(n.unsigned(16))
		if p.Extended {
			e.Solid = int32(n.signed(32))
		}
	}
	if !p.Extended {
		return
	}
	if bits&bitAlpha != 0 {
		e.Alpha = uint8(n.unsigned(8))
	}
	if bits&bitScale != 0 {
		e.Scale = uint8(n.unsigned(8))
	}
}

func TestEntitiesRoundTrip(t *testing.T) {
	n := newNumbers()
	for name, p := range protocols(t) {
		t.Run(name, func(t *testing.T) {
			top := 32
			if p.Extended {
				top = 34
			}
			var list []message.EntityDelta
			for bit := range top {
				if uint64(1)<<bit != bitMore4 {
					list = append(list, n.entity(&p, 1<<bit))
				}
			}
			for range 500 {
				bits := n.Uint64() & (1<<top - 1)
				if !p.Extended {
					bits &^= bitMore4
				}
				list = append(list, n.entity(&p, bits))
			}
			var w wire.Writer
			p.WriteEntities(&w, list)
			var r wire.Reader
			r.Reset(w.Data)
			got, err := p.ReadEntities(&r, nil)
			if err != nil || r.Len() != 0 {
				t.Fatalf("%v, %d bytes left", err, r.Len())
			}
			if d := cmp.Diff(list, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// player makes a change of a player with the given flags, and only the fields
// that these announce, for the layout of a playerinfo or of a multi-view one.
func (n numbers) player(p *Protocol, bits uint32, masks []message.PlayerField) message.Quake2PlayerInfo {
	m := message.Quake2PlayerInfo{Bits: bits, Mask: masksOf(masks, bits)}
	f := m.Mask
	has := func(v message.PlayerField) bool { return f&v != 0 }
	move := func(v *[3]wire.Coord, x message.PlayerField) {
		for i := range v {
			if has(x << i) {
				var difference bool
				if v[i], difference = n.axis(p); difference {
					m.Difference |= x << i
				}
			}
		}
	}
	angles := func(v *[3]wire.Angle, first, last int) {
		for i := first; i < last; i++ {
			v[i] = wire.Angle(n.signed(16))
		}
	}
	offsets := func(v *[3]int8, field message.PlayerField) {
		if has(field) {
			*v = [3]int8{int8(n.signed(8)), int8(n.signed(8)), int8(n.signed(8))}
		}
	}
	wide := 8
	if p.Wide {
		wide = 16
	}
	if has(message.PlayerType) {
		m.Type = uint8(n.unsigned(8))
	}
	move(&m.Origin, message.PlayerOriginX)
	move(&m.Velocity, message.PlayerVelocityX)
	if has(message.PlayerTime) {
		m.Time = uint16(n.unsigned(wide))
	}
	if has(message.PlayerFlags) {
		m.Flags = uint16(n.unsigned(wide))
	}
	if has(message.PlayerGravity) {
		m.Gravity = int16(n.signed(16))
	}
	if has(message.PlayerDeltaAngles) {
		angles(&m.DeltaAngles, 0, 3)
	}
	if has(message.PlayerViewAngles) {
		angles(&m.ViewAngles, 0, 2)
	}
	if has(message.PlayerViewRoll) {
		angles(&m.ViewAngles, 2, 3)
	}
	offsets(&m.ViewOffset, message.PlayerViewOffset)
	offsets(&m.KickAngles, message.PlayerKickAngles)
	offsets(&m.GunOffset, message.PlayerGunOffset)
	offsets(&m.GunAngles, message.PlayerGunAngles)
	if has(message.PlayerGunIndex) {
		m.GunIndex = uint16(n.unsigned(8))
		if p.Extended {
			m.GunIndex = uint16(n.unsigned(16))
		}
	}
	if has(message.PlayerGunFrame) {
		m.GunFrame = uint8(n.unsigned(8))
	}
	if has(message.PlayerFOV) {
		m.FOV = uint8(n.unsigned(8))
	}
	if has(message.PlayerRDFlags) {
		m.RDFlags = uint8(n.unsigned(8))
	}
	if has(message.PlayerBlend) {
		n.blend(p, &m)
	}
	if has(message.PlayerFog) {
		n.fog(p, &m.Fog)
	}
	return m
}

func (n numbers) blend(p *Protocol, m *message.Quake2PlayerInfo) {
	m.BlendBits = blendAll
	if p.Wide {
		m.BlendBits = uint8(n.unsigned(8))
	}
	for i := range 4 {
		if m.BlendBits&(1<<i) != 0 {
			m.Blend[i] = uint8(n.unsigned(8))
		}
		if m.BlendBits&(0x10<<i) != 0 {
			m.DamageBlend[i] = uint8(n.unsigned(8))
		}
	}
}

func (n numbers) fog(p *Protocol, f *message.Quake2Fog) {
	f.Bits = uint8(n.unsigned(8))
	color := func() [3]uint8 {
		return [3]uint8{uint8(n.unsigned(8)), uint8(n.unsigned(8)), uint8(n.unsigned(8))}
	}
	if f.Bits&fogColor != 0 {
		f.Color = color()
	}
	if f.Bits&fogDensity != 0 {
		f.Density, f.SkyFactor = uint16(n.unsigned(16)), uint16(n.unsigned(16))
	}
	if f.Bits&fogHeightDensity != 0 {
		f.HeightDensity = uint16(n.unsigned(16))
	}
	if f.Bits&fogHeightFalloff != 0 {
		f.HeightFalloff = uint16(n.unsigned(16))
	}
	if f.Bits&fogStartColor != 0 {
		f.StartColor = color()
	}
	if f.Bits&fogEndColor != 0 {
		f.EndColor = color()
	}
	if f.Bits&fogStartDistance != 0 {
		f.Distance[0] = n.coord(p)
	}
	if f.Bits&fogEndDistance != 0 {
		f.Distance[1] = n.coord(p)
	}
}

// stats gives m some stats.
func (n numbers) stats(p *Protocol, m *message.Quake2PlayerInfo) {
	m.StatBits = n.Uint64()
	if !p.Wide {
		m.StatBits &= 1<<32 - 1
	}
	if n.IntN(8) == 0 {
		m.StatBits = 0
	}
	m.Stats = []int16{}
	for b := m.StatBits; b != 0; b &= b - 1 {
		m.Stats = append(m.Stats, int16(n.signed(16)))
	}
}

func TestPlayersRoundTrip(t *testing.T) {
	n := newNumbers()
	for name, p := range protocols(t) {
		t.Run(name, func(t *testing.T) {
			all := uint32(1<<15 - 1)
			if p.Fog {
				all = 1<<17 - 1
			}
			for i := range 500 {
				bits := n.Uint32() & all
				if i < 17 {
					bits = 1 << i & all
				}
				if bits>>16 != 0 {
					bits |= playerMore
				}
				m := n.player(&p, bits, playerMasks[:])
				n.stats(&p, &m)
				var w wire.Writer
				p.writePlayer(&w, &m)
				var r wire.Reader
				r.Reset(w.Data)
				var got message.Quake2PlayerInfo
				p.readPlayer(&r, &got, []int16{})
				if r.Overrun() || r.Len() != 0 {
					t.Fatalf("flags %#x: overrun %v, %d bytes left", bits, r.Overrun(), r.Len())
				}
				if d := cmp.Diff(m, got); d != "" {
					t.Fatalf("flags %#x: %s", bits, d)
				}
			}
		})
	}
}

func TestMultiViewPlayersRoundTrip(t *testing.T) {
	n := newNumbers()
	for name, p := range protocols(t) {
		if !strings.HasPrefix(name, "multiview") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			all := uint32(1<<16 - 1)
			if p.Fog {
				all = 1<<18 - 1
			}
			var list []message.Quake2PlayerInfo
			for i := range 255 {
				bits := n.Uint32() & all
				if i < 18 {
					bits = 1 << i & all
				}
				if bits>>16 != 0 {
					bits |= viewMore
				}
				m := n.player(&p, bits, viewMasks[:])
				m.Number = uint8(i)
				m.Remove = bits&viewMore != 0 && (!p.Fog || bits&viewRemove != 0)
				if bits&viewStats != 0 {
					n.stats(&p, &m)
				}
				list = append(list, m)
			}
			var w wire.Writer
			p.WritePlayers(&w, list)
			var r wire.Reader
			r.Reset(w.Data)
			got, _, err := p.ReadPlayers(&r, nil, []int16{})
			if err != nil || r.Len() != 0 {
				t.Fatalf("%v, %d bytes left", err, r.Len())
			}
			if d := cmp.Diff(list, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTempEntitiesRoundTrip(t *testing.T) {
	n := newNumbers()
	for name, p := range protocols(t) {
		t.Run(name, func(t *testing.T) {
			for kind := range 256 {
				m := n.tempEntity(&p, uint8(kind))
				var w wire.Writer
				c := coder{p: &p}
				c.Write(&w)
				codeTempEntity(&c, &m)
				err := c.Err()
				if p.tempEntityFields(uint8(kind)) == "" {
					if !errors.Is(err, message.ErrUnknown) {
						t.Errorf("kind %d: %v", kind, err)
					}
					continue
				}
				var r wire.Reader
				r.Reset(w.Data)
				got := message.Quake2TempEntity{Count: 7, Wait: 8} // leftovers
				c.Read(&r)
				codeTempEntity(&c, &got)
				if err := c.Err(); err != nil || r.Len() != 0 || r.Overrun() {
					t.Fatalf("kind %d: %v, %d bytes left", kind, err, r.Len())
				}
				if d := cmp.Diff(m, got); d != "" {
					t.Errorf("kind %d: %s", kind, d)
				}
			}
		})
	}
}

// tempEntity makes one of a kind with the fields that it has.
func (n numbers) tempEntity(p *Protocol, kind uint8) message.Quake2TempEntity {
	m := message.Quake2TempEntity{Type: kind}
	fields := p.tempEntityFields(kind)
	has := func(c string) bool { return strings.Contains(fields, c) }
	for c, v := range map[string]*[3]wire.Coord{
		"a": &m.Start, "o": &m.Origin, "e": &m.End, "1": &m.Pos1, "2": &m.Pos2, "3": &m.Pos3, "4": &m.Pos4,
	} {
		if has(c) {
			*v = n.position(p)
		}
	}
	for c, v := range map[string]*int16{"C": &m.Count, "n": &m.Entity, "D": &m.Dest, "i": &m.NextID, "k": &m.Kind,
		"f": &m.Flags} {
		if has(c) {
			*v = int16(n.signed(16))
		}
	}
	if has("c") {
		m.Count = int16(n.unsigned(8))
	}
	if has("d") {
		m.MoveDir = uint8(n.unsigned(8))
	}
	if has("s") {
		m.Style = uint8(n.unsigned(8))
	}
	if has("w") && m.NextID != -1 {
		m.Wait = int32(n.signed(32))
	}
	return m
}

// The document tells which kinds changed places with protocol 32.
func TestTempEntityKindsThatChanged(t *testing.T) {
	for number, want := range map[int32][2]string{31: {"oe", "od"}, 32: {"od", "oe"}, 34: {"od", "oe"}} {
		p, err := ForDemo(&message.Quake2ServerData{Protocol: number, IsDemo: DemoClient})
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]string{p.tempEntityFields(26), p.tempEntityFields(27)}; got != want {
			t.Errorf("protocol %d: %q, not %q", number, got, want)
		}
	}
}
