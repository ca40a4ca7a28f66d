package quake2

import (
	"math"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Quake II's 2023 re-release has its own protocols: 2022 in the demos that it ships with, and 2023 in its network
// games. q2repro, which plays its game, has 1038. All have the same fields, but the engine's protocols and q2repro's
// differ in their order, and 2022 has shorter coordinates for entities that are not solid. The sources are the
// developers' chapter on the protocol and the facts about files.

// Edition is a protocol's layout of the re-release.
type Edition uint8

// The editions.
const (
	Classic     Edition = iota // not the re-release
	Repro                      // 1038
	EditionDemo                // 2022
	EditionNet                 // 2023
)

// Protocol numbers of the re-release.
const (
	protocolRepro = 1038
	protocolDemo  = 2022
	protocolNet   = 2023
)

// splitScreen is the client number of a serverdata with a list of players.
const splitScreen = -2

// maxSplitPlayers is the maximum number of split-screen players.
const maxSplitPlayers = 8

// Flags of protocol 1038, in its serverdata.
const (
	reproExtended   = 1 << 3
	reproOldLibrary = 1 << 15 // the game library is not the re-release's
)

// Library is the library of the game on a server, which determines the meaning of config strings.
type Library uint8

// The libraries, which are indices into numberings.
const (
	LibraryClassic Library = iota
	LibraryExtended
	LibraryRerelease
)

// rerelease sets p from a serverdata and reports whether it is one of the re-release.
func (p *Protocol) rerelease(d *message.Quake2ServerData) bool {
	p.Library = LibraryRerelease
	switch d.Protocol {
	case protocolRepro:
		p.Edition = Repro
		if d.Flags&reproOldLibrary != 0 {
			p.Library = LibraryClassic
			if d.Flags&reproExtended != 0 {
				p.Library = LibraryExtended
			}
		}
	case protocolDemo:
		p.Edition = EditionDemo
	case protocolNet:
		p.Edition = EditionNet
	default:
		p.Library = LibraryClassic
		return false
	}
	p.Rate = d.Rate
	p.Split = uint8(len(d.Players))
	return true
}

// Localizes reports whether demos of a protocol contain keys in place of texts.
func Localizes(protocol int) bool {
	return protocol == protocolRepro || protocol == protocolDemo || protocol == protocolNet
}

// codePlayers codes the list of split-screen players.
func codePlayers(c *coder, m *message.Quake2ServerData) {
	n := int16(len(m.Players))
	if c.Short(&n); n < 1 || n > maxSplitPlayers {
		c.Fail(message.ErrRange)
		return
	}
	if c.Reading() {
		for range n {
			next(&m.Players)
		}
	}
	for i := range m.Players {
		c.Short(&m.Players[i])
	}
}

// FrameRate returns the number of frames that a server sends a second.
func (p *Protocol) FrameRate() float64 {
	if p.Rate > 0 {
		return float64(p.Rate)
	}
	return frameRate
}

// frameRate is the number of frames that a server of Quake II sends a second.
const frameRate = 10

// Depths of the delta ring: how many frames back a delta may refer.
const (
	depth          = 16
	depthRerelease = 32 // protocol 1038 writes the distance in five bits
)

// Depth returns how many frames back a delta may refer.
func (p *Protocol) Depth() int {
	if p.Edition != Classic {
		return depthRerelease
	}
	return depth
}

// kex reports whether the layout is that of the re-release's own engine.
func (e Edition) kex() bool { return e >= EditionDemo }

// place codes three absolute coordinates.
func (c *coder) place(v *[3]wire.Coord) {
	switch {
	case c.p.Edition != Classic:
		for i := range v {
			c.float(&v[i], c.p.Edition == EditionDemo)
		}
	case c.Reading():
		c.p.position(c.Reader(), v)
	default:
		c.p.writePosition(c.Writer(), v)
	}
}

// float codes a coordinate that clients use as a float: 32 bits, or with short 16 bits in eighths.
func (c *coder) float(v *wire.Coord, short bool) {
	switch {
	case !short:
		c.Long((*int32)(v))
	case c.Reading():
		*v = floatCoord(float32(c.Reader().Short()) / 8)
	default:
		c.Writer().Short(clampShort(coordFloat(*v) * 8))
	}
}

func floatCoord(f float32) wire.Coord { return wire.Coord(int32(math.Float32bits(f))) }

func coordFloat(v wire.Coord) float32 { return math.Float32frombits(uint32(v)) }

// clampShort rounds f to 16 bits and clamps it.
func clampShort(f float32) int16 {
	r := math.Round(float64(f))
	if !(r > math.MinInt16) { // NaN, too
		return math.MinInt16
	}
	return int16(min(r, math.MaxInt16))
}

// codeRereleaseFrame codes the head of a frame.
func codeRereleaseFrame(c *coder, m *message.Quake2Frame) {
	if c.Reading() {
		*m = message.Quake2Frame{}
	}
	if c.p.Edition.kex() {
		c.Long(&m.Sequence)
		c.Long(&m.Delta)
		c.Byte(&m.Suppressed)
	} else {
		codeFrameNumbers(c, m)
		c.Byte(&m.Suppressed)
		c.Byte(&m.PlayerFlags)
	}
	codeAreas(c, &m.Areas)
}

// In 1038 the number of a frame has 27 bits. The bits above are the distance to its base in frames.
const (
	sequenceBits = 27
	noBase       = 31
)

func codeFrameNumbers(c *coder, m *message.Quake2Frame) {
	v := uint32(m.Sequence)&(1<<sequenceBits-1) | noBase<<sequenceBits
	if back := m.Sequence - m.Delta; m.Delta > 0 && back >= 0 && back < noBase {
		v = v&(1<<sequenceBits-1) | uint32(back)<<sequenceBits
	}
	if c.Bits(&v); c.Reading() {
		m.Sequence, m.Delta = int32(v&(1<<sequenceBits-1)), -1
		if back := int32(v >> sequenceBits); back != noBase {
			m.Delta = m.Sequence - back
		}
	}
}

// codeAreas codes a list of up to 255 bytes.
func codeAreas(c *coder, v *[]byte) {
	n := uint8(len(*v))
	if len(*v) > math.MaxUint8 {
		c.Fail(message.ErrTooLarge)
		return
	}
	c.Byte(&n)
	c.Bytes(v, int(n))
}

// codeRereleaseSound codes a sound.
func codeRereleaseSound(c *coder, m *message.Sound) {
	bits := uint8(m.Bits)
	if c.Byte(&bits); c.Reading() {
		*m = message.Sound{Bits: uint16(bits), Volume: fullVolume, Attenuation: normalAttenuation}
	}
	c.Index(&m.Sound, c.p.Edition.kex() || bits&soundIndex16 != 0)
	if bits&soundVolume != 0 {
		c.Byte(&m.Volume)
	}
	if bits&soundAttenuation != 0 {
		c.Byte(&m.Attenuation)
	}
	if bits&soundTimeOffset != 0 {
		c.Byte(&m.TimeOffset)
	}
	if bits&soundEntity != 0 {
		v := uint32(m.Entity)<<3 | uint32(m.Channel)&7
		if c.p.Edition.kex() && bits&soundEntity32 != 0 {
			c.Bits(&v)
		} else {
			w := uint16(v)
			c.Word(&w)
			v = uint32(w)
		}
		if c.Reading() {
			m.Entity, m.Channel = int32(v>>3), uint8(v&7)
		}
	}
	if bits&soundOrigin != 0 {
		c.place(&m.Origin)
	}
}

// soundEntity32 is the flag of a sound whose entity has 29 bits (2022 and 2023).
const soundEntity32 = 1 << 6
