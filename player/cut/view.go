package cut

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
	"demoscope/player/scan"
)

const (
	// viewBegins is the sequence number of a view's first packet: an arbitrary one from the middle of a game.
	viewBegins = 256
	// viewAhead is by how many packets the client is ahead of the server. The server's next packet acknowledges
	// each, so that an engine has the entity set that a delta is based on.
	viewAhead = 1
	// viewLater is how many seconds a view's clock is ahead of the server recording. No client recording begins
	// at 0, and readers take 0 for damage.
	viewLater = 1.0
)

// view turns a server recording into a client recording.
type view struct {
	slot    uint8
	from    packets
	server  *mvd // what the server has sent so far
	cursor  *scan.Cursor
	level   quakeworld.Encoder // encodes single messages
	encoder message.Encoder    // encodes the recording
	out     []byte
	err     error

	begun    bool
	played   bool // the player took part
	framed   bool // the level has had a frame
	sequence int32
	players  wire.Units // of players in the client recording
	model    int        // index of the standard player model

	// The current moment:
	packet   *message.Packet
	time     float64
	messages wire.Writer // messages to the player
	sets     int         // number of entity sets
	set      message.PacketEntities
	seen     uint32 // slots with an info
	nails    bool
	was      [3]float32 // the player's previous position, in units
	wasThere bool
	wasAt    float64
}

var errWatched = errors.New("this player was a spectator; server demos do not contain the views of spectators")

// errReplaced is the error for demos with replacement deltas, which views and merging do not support.
var errReplaced = errors.New("not possible with FTE's replacement deltas; convert the demo first")

// CheckView returns an error if demos of the format do not contain the views of several players.
func CheckView(format *formats.Format) error {
	if format.Name != "mvd" {
		return fmt.Errorf("the view of one player can be cut from .mvd demos only, not from .%s", format.Name)
	}
	return nil
}

// View returns the part of a server recording (.mvd) between two times in viewer's seconds, in the form of a
// client recording (.qwd) by the player in a slot. It contains what the server sent to the player, all players,
// the player's status bar and view angles, but not the player's keys. It ends with the level in which it
// begins.
//
// The error is that of [CheckView] or of [Cut].
func View(demo *formats.Demo, slot int, from, to float64) (*Part, error) {
	if err := CheckView(demo.Format); err != nil {
		return nil, err
	}
	if slot < 0 || slot >= qwSlots {
		return nil, fmt.Errorf("no player has the slot %d", slot)
	}
	found, err := search(demo, stretch{from: from, to: to, within: true})
	if err != nil {
		return nil, err
	}
	v := &view{
		slot: uint8(slot), from: found, server: newMVD(), sequence: viewBegins,
		cursor: cursorOf(demo), encoder: formats.Lookup("qwd").Encoder("a.qwd"),
	}
	c := v.cursor
	c.Skim()
	c.Begin, c.Observe = v.next, v.message
	for v.err == nil && c.World.Block < found.last {
		if err := c.Next(); err != nil {
			if errors.Is(err, io.EOF) {
				break
			}
			return nil, err
		}
	}
	if v.err == nil && !v.begun {
		v.err = ErrEmpty // a level without a frame
	}
	if v.err == nil {
		v.err = v.moment()
	}
	if v.err == nil && !v.played {
		v.err = errWatched
	}
	if v.err == nil {
		v.err = v.close()
	}
	if v.err != nil {
		return nil, v.err
	}
	return &Part{Data: v.out, From: found.from, To: found.to}, nil
}

// next begins a packet. If time has passed, the previous moment is complete.
func (v *view) next(p *message.Packet) {
	if v.err != nil {
		return
	}
	if v.begun && p.Time != v.time {
		v.err = v.moment()
	}
	ready := p.Block >= v.from.first && (v.from.opened || v.framed)
	v.server.packet(p)
	if v.err == nil && !v.begun && ready {
		v.err = v.begin(p)
	}
	v.packet, v.time = p, p.Time
}

// message processes a message of a packet.
func (v *view) message(m message.Message) {
	if v.err != nil {
		return
	}
	v.server.message(m)
	switch m := m.(type) {
	case *message.QWServerData:
		v.framed = false
		return
	case *message.UpdateEntities:
		v.err = errReplaced
		return
	case *message.PacketEntities:
		v.framed = true
		v.sets++
		v.set = *m
		v.set.Entities = slices.Clone(m.Entities)
		return
	case *message.MVDPlayerInfo:
		v.framed = true
		v.seen |= 1 << (m.Player % qwSlots)
		return
	case *message.QWNails:
		v.nails = true
		return
	}
	if !v.begun || v.packet.Targets>>v.slot&1 == 0 || !forClient(m, v.slot) {
		return
	}
	if m, ok := m.(*message.SetAngle); ok {
		m.Player = 0 // the client itself
	}
	v.err = v.level.Message(&v.messages, m)
}

// forClient reports whether a client gets a message of a server recording.
func forClient(m message.Message, slot uint8) bool {
	switch m := m.(type) {
	case *message.MVDHidden, *message.MVDHiddenAntilag, *message.MVDHiddenCommand, *message.MVDHiddenWeapons,
		*message.MVDHiddenDemoInfo, *message.MVDHiddenDamage, *message.Disconnect:
		return false
	case *message.SetAngle:
		return m.Player == slot
	}
	return true
}

// begin writes the opening.
func (v *view) begin(p *message.Packet) error {
	w := v.cursor.World
	o := newQWD()
	o.qw = v.server.qw
	for i := range o.players {
		o.players[i].entered += viewLater
	}
	o.now, o.stats, o.incoming, o.outgoing = p.Time+viewLater, v.server.stats[v.slot], v.sequence-1,
		v.sequence+viewAhead
	o.data = clientData(&o.data, v.slot)
	v.players = wire.Units{Coord: o.data.EntityUnits.Coord, Angle: wire.AngleShort}
	v.model = slices.Index(w.Level().Models, "progs/player.mdl")
	move := v.move()
	o.move = &move
	v.level.Init(false)
	if err := v.level.Message(&v.messages, &o.data); err != nil {
		return err
	}
	v.messages.Reset()
	if err := o.write(v.encoder, w, p); err != nil {
		return err
	}
	v.begun, v.sets, v.seen = true, 2, 0 // the first set is full
	return v.flush(v.encoder.Flush)
}

// clientData returns the serverdata for a client. It removes extensions that only server recordings have, and
// one for predictions, whose data is missing.
func clientData(data *message.QWServerData, slot uint8) message.QWServerData {
	const recordings = 0x20 | 0x80 // MVD1 bits: hidden messages, weapon prediction
	d := *data
	d.Client, d.ServerTime, d.Extensions = slot, 0, nil
	for _, e := range data.Extensions {
		if e.Tag == message.TagMVD1 {
			e.Bits &^= recordings
		}
		if e.Bits != 0 {
			d.Extensions = append(d.Extensions, e)
		}
	}
	return d
}

func (v *view) flush(flush func() ([]byte, error)) error {
	data, err := flush()
	v.out = append(v.out, data...)
	return err
}

// moment writes the data of a moment.
func (v *view) moment() error {
	if v.sets == 0 && v.seen == 0 && !v.nails && len(v.messages.Data) == 0 {
		return nil
	}
	var list []message.Message
	if len(v.messages.Data) > 0 {
		list = append(list, &message.Raw{Data: slices.Clone(v.messages.Data)})
	}
	v.played = v.played || v.server.visible>>v.slot&1 != 0
	for slot := range v.server.infos {
		if v.server.visible>>slot&1 != 0 {
			list = append(list, v.player(uint8(slot)))
		}
	}
	set := &message.PacketEntities{Delta: true, From: uint8(v.sequence - 1)}
	switch {
	case v.sets > 1 || v.sets == 1 && !v.set.Delta:
		set = &message.PacketEntities{Entities: v.server.entities}
	case v.sets == 1:
		set.Entities = v.set.Entities
	}
	list = append(list, set)
	if v.nails && len(v.server.nails.Nails) > 0 {
		list = append(list, &message.QWNails{Nails: v.server.nails.Nails})
	}
	time := math.Float32bits(float32(v.time + viewLater))
	p := &message.Packet{Type: qwdServer, RawTime: time, Sequence: v.sequence, Acknowledge: v.sequence}
	if err := message.Write(v.encoder, p, list); err != nil {
		return err
	}
	// After the packet, because a packet that turns the player uses less precise angles.
	move := v.move()
	if err := message.Write(v.encoder, &message.Packet{Kind: message.PacketCommand, Type: qwdClient, RawTime: time},
		[]message.Message{&move}); err != nil {
		return err
	}
	v.sequence++
	v.messages.Reset()
	v.sets, v.seen, v.nails = 0, 0, false
	return v.flush(v.encoder.Flush)
}

// player returns a player in the form for a client.
func (v *view) player(slot uint8) *message.QWPlayerInfo {
	from := &v.server.infos[slot]
	p := &message.QWPlayerInfo{Player: slot, Frame: from.Frame, Model: from.Model, Skin: from.Skin,
		Effects: from.Effects, WeaponFrame: from.WeaponFrame}
	units := v.server.data.PlayerUnits
	var place [3]float32
	for i := range place {
		place[i] = units.Units(from.Origin[i])
		p.Origin[i] = from.Origin[i]
		if units.Coord != v.players.Coord {
			p.Origin[i] = ofUnits(v.players, place[i])
		}
	}
	set := func(bit uint32, is bool) {
		if is {
			p.Bits |= bit
		}
	}
	if set(message.QWPlayerModel, int(p.Model) != v.model); p.Bits&message.QWPlayerModel == 0 {
		p.Model = 0
	}
	set(message.QWPlayerSkin, p.Skin != 0)
	set(message.QWPlayerEffects, p.Effects != 0)
	set(message.QWPlayerWeaponFrame, p.WeaponFrame != 0)
	set(message.QWPlayerDead, from.Bits&message.MVDPlayerDead != 0)
	set(message.QWPlayerGib, from.Bits&message.MVDPlayerGib != 0)
	if slot != v.slot {
		p.Bits |= message.QWPlayerCommand
		p.Command = message.QWUserCommand{Bits: message.QWCommandPitch | message.QWCommandYaw | message.QWCommandRoll,
			Angles: from.Angles}
		return p
	}
	// The client uses the velocity for prediction and for its speed display.
	if passed := v.time - v.wasAt; v.wasThere && passed > 0 && passed < seenFor {
		for i := range place {
			speed := (place[i] - v.was[i]) / float32(passed)
			if bit := uint32(message.QWPlayerVelocityX) << i; speed > -jumpSpeed && speed < jumpSpeed && speed != 0 {
				p.Bits |= bit
				p.Velocity[i] = int16(math.Round(float64(speed)))
			}
		}
	}
	v.was, v.wasThere, v.wasAt = place, true, v.time
	return p
}

// jumpSpeed is a speed that no player reaches, in units per second; a faster player was teleported.
const jumpSpeed = 3000

// move returns the move that a client records: the player's view angles.
func (v *view) move() message.QWClientBlock {
	var m message.QWClientBlock
	for i, a := range v.server.infos[v.slot].Angles {
		m.Angles[i] = float32(a) * 360 / 65536
	}
	m.ViewAngles = m.Angles
	return m
}

// close writes the end of the recording.
func (v *view) close() error {
	o := newQWD()
	if err := o.close(v.encoder, &message.Packet{Time: v.time + viewLater}); err != nil {
		return err
	}
	return v.flush(v.encoder.Close)
}
