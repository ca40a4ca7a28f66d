package mvd

import (
	"encoding/binary"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// hiddenExtended in place of a kind announces another word with the kind.
const hiddenExtended = 0xffff

// Sizes of hidden messages in bytes, without their header.
const (
	antilagSize   = 14 // plus the positions
	positionSize  = 27
	barePauseSize = 3 // the whole payload
	pauseKind     = 10
)

// hidden is a kind of hidden message (mvd facts, section 5).
type hidden struct {
	kind uint16
	// fits reports whether data can be such a message; otherwise it is an MVDHidden.
	fits func(data []byte) bool
	new  func() message.Message
	is   func(m message.Message) bool
	code func(c *wire.Codec, m message.Message)
}

func hiddenRow[P message.Message](kind uint16, fits func(data []byte) bool, new func() P, is func(P) bool,
	code func(*wire.Codec, P)) hidden {
	return hidden{
		kind: kind, fits: fits,
		new:  func() message.Message { return new() },
		is:   func(m message.Message) bool { p, ok := m.(P); return ok && (is == nil || is(p)) },
		code: func(c *wire.Codec, m message.Message) { code(c, m.(P)) },
	}
}

// exactly and atLeast return functions that check a size in bytes.
func exactly(n int) func([]byte) bool { return func(data []byte) bool { return len(data) == n } }

func atLeast(n int) func([]byte) bool { return func(data []byte) bool { return len(data) >= n } }

func newOf[M any]() *M { return new(M) }

// hiddenRows are the kinds with types. Some servers write the start of the recording as kind 9.
var hiddenRows = [...]hidden{
	hiddenRow(0, isAntilag, newOf[message.MVDHiddenAntilag], nil, codeAntilag),
	hiddenRow(1, exactly(23), newOf[message.MVDHiddenCommand], nil, codeHiddenCommand),
	hiddenRow(2, atLeast(10), newOf[message.MVDHiddenWeapons], func(m *message.MVDHiddenWeapons) bool {
		return !m.Server
	}, codeHiddenWeapons),
	hiddenRow(3, atLeast(2), newOf[message.MVDHiddenDemoInfo], nil, codeDemoInfo),
	hiddenRow(7, exactly(8), newOf[message.MVDHiddenDamage], nil, codeHiddenDamage),
	hiddenRow(8, atLeast(10), func() *message.MVDHiddenWeapons { return &message.MVDHiddenWeapons{Server: true} },
		func(m *message.MVDHiddenWeapons) bool { return m.Server }, codeHiddenWeapons),
	hiddenRow(9, exactly(20), newOf[message.MVDHiddenInstruction], nil, codeInstruction),
	startRow(9),
	hiddenRow(pauseKind, exactly(1), newOf[message.MVDHiddenPause], func(m *message.MVDHiddenPause) bool {
		return !m.Bare
	}, codePause),
	startRow(11),
}

func startRow(kind uint16) hidden {
	return hiddenRow(kind, exactly(8), func() *message.MVDHiddenStart { return &message.MVDHiddenStart{Kind: kind} },
		func(m *message.MVDHiddenStart) bool { return m.Kind == kind }, codeStart)
}

func isAntilag(data []byte) bool {
	return len(data) >= antilagSize && len(data) == antilagSize+int(data[1])*positionSize
}

func codeAntilag(c *wire.Codec, m *message.MVDHiddenAntilag) {
	n := uint8(len(m.Positions))
	c.Byte(&m.Player)
	c.Byte(&n)
	c.Bits(&m.Sequence)
	c.Float(&m.ServerTime)
	c.Float(&m.TargetTime)
	if c.Reading() {
		m.Positions = append(m.Positions[:0], make([]message.MVDAntilagPosition, n)...)
	}
	for i := range m.Positions {
		p := &m.Positions[i]
		c.Byte(&p.Player)
		c.Floats(&p.Origin)
		c.Byte(&p.Msec)
		c.Byte(&p.Model)
		c.Floats(&p.ClientOrigin)
	}
}

func codeHiddenCommand(c *wire.Codec, m *message.MVDHiddenCommand) {
	c.Byte(&m.Player)
	c.Byte(&m.Dropped)
	c.Byte(&m.Msec)
	c.Floats(&m.Angles)
	for i := range m.Moves {
		c.Short(&m.Moves[i])
	}
	c.Byte(&m.Buttons)
	c.Byte(&m.Impulse)
}

func codeHiddenWeapons(c *wire.Codec, m *message.MVDHiddenWeapons) {
	c.Byte(&m.Player)
	c.Long(&m.Items)
	c.Copy(m.Ammo[:])
	c.Byte(&m.Result)
	c.Rest(&m.List)
}

func codeDemoInfo(c *wire.Codec, m *message.MVDHiddenDemoInfo) {
	c.Word(&m.Block)
	c.Rest(&m.Data)
}

func codeHiddenDamage(c *wire.Codec, m *message.MVDHiddenDamage) {
	c.Word(&m.Type)
	c.Word(&m.Attacker)
	c.Word(&m.Target)
	c.Word(&m.Damage)
}

func codeInstruction(c *wire.Codec, m *message.MVDHiddenInstruction) {
	c.Byte(&m.Player)
	c.Byte(&m.Flags)
	c.Long(&m.Sequence)
	c.Long(&m.Mode)
	c.Copy(m.List[:])
}

func codePause(c *wire.Codec, m *message.MVDHiddenPause) { c.Byte(&m.Milliseconds) }

func codeStart(c *wire.Codec, m *message.MVDHiddenStart) {
	low, high := uint32(m.Time), uint32(m.Time>>32)
	c.Bits(&low)
	if c.Bits(&high); c.Reading() {
		m.Time = uint64(low) | uint64(high)<<32
	}
}

// hiddenDecoder reads the hidden messages of a payload.
type hiddenDecoder struct {
	payload []byte
	pos     int

	messages  [len(hiddenRows)]message.Message // one per row
	other     message.MVDHidden
	barePause message.MVDHiddenPause
	r         wire.Reader
	c         wire.Codec
}

func (d *hiddenDecoder) reset(payload []byte) { d.payload, d.pos = payload, 0 }

// next returns the next message, nil at the end and before bytes that are no hidden message: servers write such bytes,
// and all readers ignore them.
func (d *hiddenDecoder) next() message.Message {
	if d.pos == 0 && len(d.payload) == barePauseSize && d.payload[0] == pauseKind && d.payload[1] == 0 {
		d.pos = barePauseSize
		d.barePause = message.MVDHiddenPause{Bare: true, Milliseconds: d.payload[2]}
		return &d.barePause
	}
	r := &d.r
	r.Reset(d.payload[d.pos:])
	size := int(r.Long())
	kind := r.Word()
	extended := uint16(0)
	for kind == hiddenExtended && !r.Overrun() && extended < hiddenExtended {
		kind = r.Word()
		extended++
	}
	data := r.Bytes(size)
	if r.Overrun() {
		return nil
	}
	d.pos += r.Pos()
	for i := range hiddenRows {
		row := &hiddenRows[i]
		if extended != 0 || row.kind != kind || !row.fits(data) {
			continue
		}
		if d.messages[i] == nil {
			d.messages[i] = row.new()
		}
		r.Reset(data)
		d.c.Read(r)
		row.code(&d.c, d.messages[i])
		return d.messages[i]
	}
	d.other = message.MVDHidden{Range: extended, Kind: kind, Data: data}
	return &d.other
}

// newHidden returns a new hidden message with that name, nil if there is none.
func newHidden(name string) message.Message {
	if m := new(message.MVDHidden); m.Name() == name {
		return m
	}
	for i := range hiddenRows {
		if m := hiddenRows[i].new(); m.Name() == name {
			return m
		}
	}
	return nil
}

// writeHidden writes a hidden message and reports whether m is one.
func writeHidden(w *wire.Writer, m message.Message) bool {
	switch m := m.(type) {
	case *message.MVDHidden:
		w.Long(int32(len(m.Data)))
		for range m.Range {
			w.Word(hiddenExtended)
		}
		w.Word(m.Kind)
		w.Bytes(m.Data)
		return true
	case *message.MVDHiddenPause:
		if m.Bare {
			w.Word(pauseKind)
			w.Byte(m.Milliseconds)
			return true
		}
	}
	for i := range hiddenRows {
		row := &hiddenRows[i]
		if !row.is(m) {
			continue
		}
		at := len(w.Data)
		w.Long(0) // the size, filled in later
		w.Word(row.kind)
		body := len(w.Data)
		var c wire.Codec
		c.Write(w)
		row.code(&c, m)
		binary.LittleEndian.PutUint32(w.Data[at:], uint32(len(w.Data)-body))
		return true
	}
	return false
}
