package dem

import (
	"errors"
	"fmt"
	"math"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Decoder reads a .dem. It implements message.Decoder, message.Headed,
// message.Informer and message.Rester. It never changes its data.
type Decoder struct {
	file   container.Reader
	pos    int // of the next message
	header message.CDTrackLine

	protocol
	seen bool // the beginning of a serverinfo
	time float32

	r      wire.Reader
	window [window]byte
	m      messages
}

// messages holds one message of each type, reused from call to call.
type messages struct {
	update       message.UpdateEntity
	client       message.ClientData
	time         message.Time
	sound        message.Sound
	particle     message.Particle
	temp         message.TempEntity
	damage       message.HitDamage
	baseline     message.SpawnBaseline
	static       message.SpawnStatic
	staticSound  message.SpawnStaticSound
	info         message.ServerInfo
	nop          message.Nop
	disconnect   message.Disconnect
	stat         message.UpdateStat
	version      message.Version
	view         message.SetView
	print        message.Print
	stuff        message.StuffText
	angle        message.SetAngle
	style        message.LightStyle
	name         message.UpdateName
	frags        message.UpdateFrags
	stop         message.StopSound
	colors       message.UpdateColors
	pause        message.SetPause
	signon       message.SignonNum
	center       message.CenterPrint
	killed       message.KilledMonster
	secret       message.FoundSecret
	intermission message.Intermission
	finale       message.Finale
	track        message.CDTrack
	sell         message.SellScreen
	cutscene     message.Cutscene
	sky          message.SkyBox
	bonus        message.BonusFlash
	fog          message.Fog
}

// NewDecoder returns a decoder of a whole .dem. It decides here whether, and
// how, the file begins with a CD track.
func NewDecoder(data []byte, _ Options) *Decoder {
	d := new(Decoder)
	d.file = container.Reader{Format: Name, Data: data, Clock: d.seconds}
	d.number = ProtocolQuake
	d.header.Text = data[:d.findFirstBlock()]
	d.seen = false
	d.Return(message.Mark{Offset: int64(len(d.header.Text)), State: [6]uint32{ProtocolQuake}})
	return d
}

func (d *Decoder) seconds() float64 { return float64(d.time) }

// Header returns the line with the CD track, nil if the file has none.
func (d *Decoder) Header() message.Message {
	if len(d.header.Text) == 0 {
		return nil
	}
	return &d.header
}

// Info returns the protocol, and the flags of protocol 999.
func (d *Decoder) Info() message.Info {
	info := message.Info{Protocol: int(d.number)}
	if d.number == ProtocolRMQ {
		info.Extensions = []string{fmt.Sprintf("protocolflags 0x%x", d.flags)}
	}
	return info
}

// Mark returns the place of the next block. State holds the protocol, its
// flags, the choice of items and the bits of the last time.
func (d *Decoder) Mark() message.Mark {
	return d.file.Mark([6]uint32{uint32(d.number), d.flags, uint32(d.items), math.Float32bits(d.time)})
}

// Return goes to a place that Mark gave.
func (d *Decoder) Return(m message.Mark) {
	d.file.Return(m)
	d.pos = d.file.Pos
	d.set(int32(m.State[0]), m.State[1])
	d.items = items(m.State[2])
	d.time = math.Float32frombits(m.State[3])
}

// Rest returns the bytes that the last Damage lost.
func (d *Decoder) Rest() []byte { return d.file.Rest() }

// NextMessage returns the next message of the block.
func (d *Decoder) NextMessage() (message.Message, error) {
	pos, data := d.pos, d.file.Data
	if pos >= d.file.Pos {
		return d.file.Last()
	}
	if data[pos] >= svcUpdateEntity {
		var n int
		if pos+window <= len(data) {
			n = d.readUpdate((*[window]byte)(data[pos:]), &d.m.update.EntityDelta)
		} else {
			d.window = [window]byte{}
			copy(d.window[:], data[pos:])
			n = d.readUpdate(&d.window, &d.m.update.EntityDelta)
		}
		if pos+n > d.file.Pos {
			return nil, d.lost(message.ErrTruncated)
		}
		d.pos = pos + n
		return &d.m.update, nil
	}
	d.r.Reset(data[pos+1 : d.file.Pos])
	m, err := d.read(data[pos])
	if d.r.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		return nil, d.lost(err)
	}
	d.pos = pos + 1 + d.r.Pos()
	return m, nil
}

// lost gives up the rest of the block from the next message on.
func (d *Decoder) lost(err error) error {
	pos := d.pos
	id := d.file.Data[pos]
	name := nameOf(id)
	if name == "unknown" || errors.Is(err, message.ErrUnknown) {
		err = fmt.Errorf("id %d: %w", id, err)
	}
	d.pos = d.file.Pos
	return d.file.Lost(name, pos, err)
}
