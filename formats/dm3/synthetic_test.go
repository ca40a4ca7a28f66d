package dm3

import (
	"math"
	"testing"

	"demoscope/formats/message"
)

// demo writes synthetic demos.
type demo struct {
	t        testing.TB
	p        *protocol
	e        *Encoder
	sequence int32
	// written are the messages in the order in which they have to come back,
	// by packet.
	written [][]message.Message
}

func newDemo(t testing.TB, number int) *demo {
	return &demo{t: t, p: lookUp(number), e: NewEncoder(Options{Protocol: number}), sequence: 100}
}

// packet writes a record with messages.
func (d *demo) packet(messages ...message.Message) {
	d.t.Helper()
	d.sequence++
	p := &message.Packet{Sequence: d.sequence}
	if d.p.ack {
		p.Acknowledge = d.sequence - 7
	}
	if err := d.e.Packet(p); err != nil {
		d.t.Fatal(err)
	}
	for _, m := range messages {
		if err := d.e.Message(m); err != nil {
			d.t.Fatal(err)
		}
	}
	d.written = append(d.written, messages)
}

// close ends the demo and returns its bytes.
func (d *demo) close() []byte {
	d.t.Helper()
	if err := d.e.Packet(&message.Packet{Kind: message.PacketEnd, Sequence: -1}); err != nil {
		d.t.Fatal(err)
	}
	data, err := d.e.Close()
	if err != nil {
		d.t.Fatal(err)
	}
	return data
}

// change is one changed field of a state, by its place on the wire.
type change struct {
	at    int
	form  message.SnapshotForm
	value int32
}

// entity adds an entity with changes, which rise, to a list of entities. Lead
// is 0 for the shortest that holds them.
func (d *demo) entity(all *[]message.SnapshotChange, number, lead int, changes ...change) message.SnapshotEntity {
	e := message.SnapshotEntity{Number: uint16(number), Kind: message.SnapshotDelta, First: int32(len(*all))}
	for _, c := range changes {
		*all = append(*all, message.SnapshotChange{Field: d.p.entity[c.at].id, Form: c.form, Value: c.value})
		lead = max(lead, c.at+1)
	}
	e.Lead, e.End = uint8(lead), int32(len(*all))
	if !d.p.huffman {
		e.Lead = uint8(len(knownMasks))
	}
	return e
}

// player fills the player of a snapshot. Arrays are values by element, 0 to 63.
func (d *demo) player(s *message.Snapshot, changes []change, arrays map[int]int32) {
	p := &s.Player
	p.First = int32(len(s.Changes))
	for _, c := range changes {
		s.Changes = append(s.Changes, message.SnapshotChange{Field: d.p.player[c.at].id, Form: c.form, Value: c.value})
		if d.p.huffman {
			p.Lead = max(p.Lead, uint8(c.at+1))
		}
	}
	for element := range 64 {
		v, ok := arrays[element]
		if !ok {
			continue
		}
		p.Arrays |= 1 << (element >> 4)
		if d.p.huffman {
			p.Arrays |= 1 << 7
		}
		p.Masks[element>>4] |= 1 << (element & 15)
		s.Changes = append(s.Changes, message.SnapshotChange{Field: uint8(message.PlayerStateStats + element),
			Value: v})
	}
	p.End = int32(len(s.Changes))
}

// extremes are the changes of a field to the ends of its range.
func extremes(at int, f *field, zero bool) []change {
	if f.float {
		list := []change{
			{at: at, value: bitsOf(-4096)}, {at: at, value: bitsOf(4095)}, {at: at, value: bitsOf(0)},
			{at, message.FormLong, bitsOf(0.5)}, {at, message.FormLong, math.MinInt32}, // minus zero
			{at, message.FormLong, -1},                            // not a number
			{at, message.FormLong, bitsOf(12)},                    // could be short
			{at, message.FormLong, bitsOf(-math.MaxFloat32)},      //
			{at, message.FormLong, int32(0x01020304)},             //
			{at, message.FormLong, bitsOf(float32(math.Inf(-1)))}, //
		}
		if zero {
			list = append(list, change{at: at, form: message.FormZero})
		}
		return list
	}
	list := []change{{at: at, value: 1}, {at: at}}
	switch {
	case f.shift != 0:
		list = append(list, change{at: at, value: -1 << (f.width - 1)}, change{at: at, value: 1<<(f.width-1) - 1})
	case f.width == 32:
		list = append(list, change{at: at, value: -1}, change{at: at, value: math.MinInt32},
			change{at: at, value: 0x12345678})
	default:
		list = append(list, change{at: at, value: 1<<f.width - 1})
	}
	if zero {
		list = append(list, change{at: at, form: message.FormZero})
	}
	return list
}

func bitsOf(v float32) int32 { return int32(math.Float32bits(v)) }

// gameState is one with all that a gamestate can hold.
func (d *demo) gameState() *message.GameState {
	long := make([]byte, 4000)
	for i := range long {
		long[i] = byte(1 + i%255) // every byte but the end of a string
	}
	m := &message.GameState{
		Protocol: int32(d.p.number), CommandSequence: -5,
		ConfigStrings: []message.GameStateString{
			{Index: 0, Text: []byte(`\mapname\arena\sv_maxclients\8`)}, {Index: 1}, {Index: 1023, Text: long},
		},
	}
	if d.p.client {
		m.ClientNum, m.ChecksumFeed = 63, math.MinInt32
	}
	for i := range d.p.entities {
		m.Baselines = append(m.Baselines, d.entity(&m.Changes, 64+i, 0, extremes(i, &d.p.entity[i], false)[0]))
	}
	m.Baselines = append(m.Baselines,
		message.SnapshotEntity{Number: 1000, First: int32(len(m.Changes)), End: int32(len(m.Changes))},
		d.entity(&m.Changes, 1022, 0))
	return m
}

// snapshots are such that every field of the states comes alone with every
// extreme value, and all together.
func (d *demo) snapshots() []*message.Snapshot {
	var list []*message.Snapshot
	begin := func() *message.Snapshot {
		s := &message.Snapshot{ServerTime: int32(1000 + 50*len(list)), DeltaNum: uint8(len(list)), Flags: 7}
		s.AreaMask = make([]byte, len(list)%33)
		for i := range s.AreaMask {
			s.AreaMask[i] = byte(i*37 + len(list))
		}
		if d.p.command {
			s.ClientCommand = -int32(len(list))
		}
		list = append(list, s)
		return s
	}
	// Each field alone.
	for i := range d.p.players {
		for _, c := range extremes(i, &d.p.player[i], false) {
			d.player(begin(), []change{c}, nil)
		}
	}
	for i := range d.p.entities {
		s := begin()
		d.player(s, nil, nil)
		for k, c := range extremes(i, &d.p.entity[i], d.p.huffman) {
			s.Entities = append(s.Entities, d.entity(&s.Changes, k*100, 0, c))
		}
	}
	// Each element of the arrays alone, and all.
	all := map[int]int32{}
	for element := range 64 {
		v := int32(math.MinInt16 + element)
		if element >= 48 {
			v = math.MinInt32 + int32(element)
		}
		d.player(begin(), nil, map[int]int32{element: v})
		all[element] = v
	}
	s := begin()
	var fields []change
	for i := range d.p.players {
		fields = append(fields, extremes(i, &d.p.player[i], false)[0])
	}
	d.player(s, fields, all)
	// What becomes of entities, and the longest set of fields.
	fields = fields[:0]
	for i := range d.p.entities {
		fields = append(fields, extremes(i, &d.p.entity[i], false)[0])
	}
	end := int32(len(s.Changes))
	s.Entities = []message.SnapshotEntity{
		{Number: 0, First: end, End: end},
		{Number: 1, Kind: message.SnapshotRemoved, First: end, End: end},
		d.entity(&s.Changes, 2, 0, fields...),
	}
	if d.p.huffman {
		// A longer lead than is needed; an array that is there and empty.
		s.Entities = append(s.Entities, d.entity(&s.Changes, 3, d.p.entities, fields[0]), d.entity(&s.Changes, 1022, 9))
		empty := begin()
		d.player(empty, nil, nil)
		empty.Player.Arrays = 1<<7 | 1<<2
		empty = begin()
		d.player(empty, nil, nil)
		empty.Player.Arrays = 1 << 7
	} else {
		d.knownMasks(begin())
	}
	return list
}

// knownMasks fills a snapshot with an entity for each of the known sets of
// fields.
func (d *demo) knownMasks(s *message.Snapshot) *message.Snapshot {
	d.player(s, nil, nil)
	for k, mask := range knownMasks {
		var fields []change
		for i := range d.p.entities {
			if mask>>i&1 != 0 {
				fields = append(fields, extremes(i, &d.p.entity[i], false)[0])
			}
		}
		e := d.entity(&s.Changes, k, 0, fields...)
		e.Lead = uint8(k)
		s.Entities = append(s.Entities, e)
	}
	return s
}

// everything writes a demo with one of each message.
func (d *demo) everything() []byte {
	d.packet(d.gameState())
	for _, s := range d.snapshots() {
		d.packet(&message.ServerCommand{Sequence: d.sequence, Text: []byte("print \"100%\xff\"\n")}, s)
	}
	d.packet(&message.Nop{}, &message.ServerCommand{Sequence: math.MinInt32})
	d.packet(
		&message.DownloadBlock{Size: 1 << 20, Data: []byte("first")},
		&message.DownloadBlock{Block: 65535, Data: make([]byte, 2048)},
		&message.DownloadBlock{Block: 1},
		&message.DownloadBlock{Size: -1, Data: []byte("no such file")})
	if d.p.huffman {
		d.packet(
			&message.Voice{Sender: -1, Generation: 255, Sequence: -2, Frames: 3, Flags: 3, Data: []byte{0, 1, 255}},
			&message.Voice{Opus: true})
	}
	d.packet()
	return d.close()
}
