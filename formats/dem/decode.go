package dem

import (
	"errors"
	"fmt"
	"io"
	"math"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Decoder reads a .dem. It implements message.Decoder, message.Headed,
// message.Informer and message.Rester. It never changes its data.
type Decoder struct {
	data   []byte
	header message.CDTrackLine

	next   int  // where the next block begins
	block  int  // and its number
	broken bool // the container: nothing can be found behind next

	packet message.Packet
	start  int // of the current block's messages
	pos    int // of the next message
	end    int // of the block's messages, or of the file if it comes first
	rest   []byte

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
	d := &Decoder{data: data}
	d.number = ProtocolQuake
	d.header.Text = data[:d.findFirstBlock()]
	d.seen = false
	d.Return(message.Mark{Offset: int64(len(d.header.Text)), State: [6]uint32{ProtocolQuake}})
	return d
}

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
	return message.Mark{
		Offset: int64(d.next),
		Block:  d.block,
		State:  [6]uint32{uint32(d.number), d.flags, uint32(d.items), math.Float32bits(d.time)},
	}
}

// Return goes to a place that Mark gave.
func (d *Decoder) Return(m message.Mark) {
	d.next = int(min(max(m.Offset, 0), int64(len(d.data))))
	d.block = m.Block
	d.broken = false
	d.set(int32(m.State[0]), m.State[1])
	d.items = items(m.State[2])
	d.time = math.Float32frombits(m.State[3])
	d.start, d.pos, d.end, d.rest = d.next, d.next, d.next, nil
	d.packet.Missing = 0
}

// Rest returns the bytes that the last Damage lost.
func (d *Decoder) Rest() []byte { return d.rest }

// NextMessage returns the next message of the block.
func (d *Decoder) NextMessage() (message.Message, error) {
	pos := d.pos
	if pos >= d.end {
		return nil, d.endOfBlock()
	}
	if d.data[pos] >= svcUpdateEntity {
		var n int
		if pos+window <= len(d.data) {
			n = d.readUpdate((*[window]byte)(d.data[pos:]), &d.m.update.EntityDelta)
		} else {
			d.window = [window]byte{}
			copy(d.window[:], d.data[pos:])
			n = d.readUpdate(&d.window, &d.m.update.EntityDelta)
		}
		if pos+n > d.end {
			return nil, d.damage(pos, message.ErrTruncated)
		}
		d.pos = pos + n
		return &d.m.update, nil
	}
	d.r.Reset(d.data[pos+1 : d.end])
	m, err := d.read(d.data[pos])
	if d.r.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		return nil, d.damage(pos, err)
	}
	d.pos = pos + 1 + d.r.Pos()
	return m, nil
}

// endOfBlock tells a block that is all there from one that the file's end
// cuts between two messages.
func (d *Decoder) endOfBlock() error {
	if d.packet.Missing == 0 {
		return io.EOF
	}
	missing := d.packet.Missing
	d.packet.Missing = 0
	d.rest = nil
	return d.damaged("container", d.end, d.block-1, fmt.Errorf("%d bytes of the block are missing: %w", missing, message.ErrTruncated))
}

// damage gives up the rest of the block from the message at pos on.
func (d *Decoder) damage(pos int, err error) error {
	name := nameOf(d.data[pos])
	if name == "unknown" || errors.Is(err, message.ErrUnknown) {
		err = fmt.Errorf("id %d: %w", d.data[pos], err)
	}
	d.rest = d.data[pos:d.end]
	d.pos = d.end
	d.packet.Missing = 0
	return d.damaged(name, pos, d.block-1, err)
}

func (d *Decoder) damaged(name string, pos, block int, err error) error {
	return &message.Damage{
		Format: Name, Message: name, Offset: int64(pos), Block: block, Time: float64(d.time), Err: err,
	}
}
