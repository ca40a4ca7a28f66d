package mvd

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Kinds of hidden messages (mvd facts, section 5).
const (
	hiddenAntilag       = 0
	hiddenCommand       = 1
	hiddenWeapons       = 2
	hiddenDemoInfo      = 3
	hiddenDamage        = 7
	hiddenServerWeapons = 8
	hiddenInstruction   = 9
	hiddenPause         = 10
	hiddenStart         = 11

	// hiddenExtended announces that one more word tells the kind.
	hiddenExtended = 0xffff
)

// Sizes of hidden messages in bytes, header not included. Those that end in a
// list are at least as large.
const (
	hiddenHeader    = 6
	antilagSize     = 14
	positionSize    = 27
	commandSize     = 23
	weaponsSize     = 10
	demoInfoSize    = 2
	damageSize      = 8
	instructionSize = 20
	pauseSize       = 1
	startSize       = 8
	barePauseSize   = 3
)

// hiddenDecoder reads the hidden messages of one payload.
type hiddenDecoder struct {
	payload []byte
	pos     int

	other       message.MVDHidden
	antilag     message.MVDHiddenAntilag
	command     message.MVDHiddenCommand
	weapons     message.MVDHiddenWeapons
	demoInfo    message.MVDHiddenDemoInfo
	damage      message.MVDHiddenDamage
	instruction message.MVDHiddenInstruction
	pause       message.MVDHiddenPause
	start       message.MVDHiddenStart
}

func (d *hiddenDecoder) reset(payload []byte) { d.payload, d.pos = payload, 0 }

// next returns the next message, nil at the end or before bytes that are no
// hidden message: servers write such, and everybody drops them.
func (d *hiddenDecoder) next() message.Message {
	var r wire.Reader
	r.Reset(d.payload[d.pos:])
	if d.pos == 0 && len(d.payload) == barePauseSize && d.payload[0] == hiddenPause && d.payload[1] == 0 {
		d.pos = barePauseSize
		d.pause = message.MVDHiddenPause{Bare: true, Milliseconds: d.payload[2]}
		return &d.pause
	}
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
	if m := d.read(kind, extended, data); m != nil {
		return m
	}
	d.other = message.MVDHidden{Range: extended, Kind: kind, Data: data}
	return &d.other
}

// read reads a message of a known kind and size, nil for all others.
func (d *hiddenDecoder) read(kind, extended uint16, data []byte) message.Message {
	var r wire.Reader
	r.Reset(data)
	size := len(data)
	switch {
	case extended != 0:
	case kind == hiddenDamage && size == damageSize:
		d.damage = message.MVDHiddenDamage{Type: r.Word(), Attacker: r.Word(), Target: r.Word(), Damage: r.Word()}
		return &d.damage
	case kind == hiddenDemoInfo && size >= demoInfoSize:
		d.demoInfo = message.MVDHiddenDemoInfo{Block: r.Word(), Data: r.Rest()}
		return &d.demoInfo
	case kind == hiddenPause && size == pauseSize:
		d.pause = message.MVDHiddenPause{Milliseconds: r.Byte()}
		return &d.pause
	case (kind == hiddenStart || kind == hiddenInstruction) && size == startSize:
		low, high := uint32(r.Long()), uint32(r.Long())
		d.start = message.MVDHiddenStart{Kind: kind, Time: uint64(low) | uint64(high)<<32}
		return &d.start
	case kind == hiddenCommand && size == commandSize:
		d.command = message.MVDHiddenCommand{
			Player: r.Byte(), Dropped: r.Byte(), Msec: r.Byte(),
			Angles:  [3]float32{r.Float(), r.Float(), r.Float()},
			Moves:   [3]int16{r.Short(), r.Short(), r.Short()},
			Buttons: r.Byte(), Impulse: r.Byte(),
		}
		return &d.command
	case (kind == hiddenWeapons || kind == hiddenServerWeapons) && size >= weaponsSize:
		d.weapons = message.MVDHiddenWeapons{
			Server: kind == hiddenServerWeapons, Player: r.Byte(), Items: r.Long(),
			Ammo: [4]uint8{r.Byte(), r.Byte(), r.Byte(), r.Byte()}, Result: r.Byte(), List: r.Rest(),
		}
		return &d.weapons
	case kind == hiddenInstruction && size == instructionSize:
		d.instruction = message.MVDHiddenInstruction{Player: r.Byte(), Flags: r.Byte(), Sequence: r.Long(), Mode: r.Long()}
		copy(d.instruction.List[:], r.Rest())
		return &d.instruction
	case kind == hiddenAntilag && size >= antilagSize && size == antilagSize+int(data[1])*positionSize:
		d.readAntilag(&r)
		return &d.antilag
	}
	return nil
}

func (d *hiddenDecoder) readAntilag(r *wire.Reader) {
	m := &d.antilag
	m.Player = r.Byte()
	n := r.Byte()
	m.Sequence = uint32(r.Long())
	m.ServerTime, m.TargetTime = r.Float(), r.Float()
	m.Positions = m.Positions[:0]
	for range n {
		m.Positions = append(m.Positions, message.MVDAntilagPosition{
			Player: r.Byte(), Origin: [3]float32{r.Float(), r.Float(), r.Float()},
			Msec: r.Byte(), Model: r.Byte(), ClientOrigin: [3]float32{r.Float(), r.Float(), r.Float()},
		})
	}
}

// writeHidden writes a hidden message and reports whether m is one.
func writeHidden(w *wire.Writer, m message.Message) bool {
	switch m := m.(type) {
	case *message.MVDHiddenDamage:
		header(w, damageSize, hiddenDamage)
		w.Word(m.Type)
		w.Word(m.Attacker)
		w.Word(m.Target)
		w.Word(m.Damage)
	case *message.MVDHiddenDemoInfo:
		header(w, demoInfoSize+len(m.Data), hiddenDemoInfo)
		w.Word(m.Block)
		w.Bytes(m.Data)
	case *message.MVDHiddenPause:
		if m.Bare {
			w.Word(hiddenPause)
		} else {
			header(w, pauseSize, hiddenPause)
		}
		w.Byte(m.Milliseconds)
	case *message.MVDHiddenStart:
		header(w, startSize, m.Kind)
		w.Long(int32(m.Time))
		w.Long(int32(m.Time >> 32))
	case *message.MVDHiddenCommand:
		header(w, commandSize, hiddenCommand)
		w.Bytes([]byte{m.Player, m.Dropped, m.Msec})
		floats(w, &m.Angles)
		for _, v := range m.Moves {
			w.Short(v)
		}
		w.Bytes([]byte{m.Buttons, m.Impulse})
	case *message.MVDHiddenWeapons:
		kind := uint16(hiddenWeapons)
		if m.Server {
			kind = hiddenServerWeapons
		}
		header(w, weaponsSize+len(m.List), kind)
		w.Byte(m.Player)
		w.Long(m.Items)
		w.Bytes(m.Ammo[:])
		w.Byte(m.Result)
		w.Bytes(m.List)
	case *message.MVDHiddenInstruction:
		header(w, instructionSize, hiddenInstruction)
		w.Bytes([]byte{m.Player, m.Flags})
		w.Long(m.Sequence)
		w.Long(m.Mode)
		w.Bytes(m.List[:])
	case *message.MVDHiddenAntilag:
		header(w, antilagSize+positionSize*len(m.Positions), hiddenAntilag)
		w.Bytes([]byte{m.Player, uint8(len(m.Positions))})
		w.Long(int32(m.Sequence))
		w.Float(m.ServerTime)
		w.Float(m.TargetTime)
		for i := range m.Positions {
			p := &m.Positions[i]
			w.Byte(p.Player)
			floats(w, &p.Origin)
			w.Bytes([]byte{p.Msec, p.Model})
			floats(w, &p.ClientOrigin)
		}
	case *message.MVDHidden:
		w.Long(int32(len(m.Data)))
		for range m.Range {
			w.Word(hiddenExtended)
		}
		w.Word(m.Kind)
		w.Bytes(m.Data)
	default:
		return false
	}
	return true
}

func header(w *wire.Writer, size int, kind uint16) {
	w.Long(int32(size))
	w.Word(kind)
}

func floats(w *wire.Writer, v *[3]float32) {
	for _, f := range v {
		w.Float(f)
	}
}
