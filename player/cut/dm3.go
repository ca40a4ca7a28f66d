package cut

import (
	"bytes"
	"slices"

	"demoscope/formats/dm3"
	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/quake3"
)

const (
	// dm3Depth is the maximum number of messages that a snapshot's delta goes back.
	dm3Depth = 32
	// dm3Entities is the number of entities.
	dm3Entities = 1024
	// dm3Near is the maximum time in milliseconds between the snapshot before the part and the part, for the
	// snapshot to be written, too.
	dm3Near = 1000
)

// dm3Opening is the opening of a Quake III demo: a gamestate, and full copies of the snapshots before the part that
// snapshots of the part are deltas of. With these, the packets of the part need no changes. The snapshot just before
// the part is included, too, if it is recent. Otherwise, an old event that remains in the part's first snapshots would
// happen again, and a frag would be counted twice.
type dm3Opening struct {
	verbatim
	state     message.GameState
	baselines [dm3Entities]*[message.EntityStateSize]int32
	command   int32 // number of the last server command
	// scoreCommands are the last commands of each kind with scores of the match, which clients know only from
	// these commands.
	scoreCommands []message.ServerCommand
	sequence      int32 // of the packet
	frames        [dm3Depth]dm3Frame
	newest        int32   // sequence number of the latest snapshot
	bases         []int32 // sequence numbers of the snapshots that the part refers to
	begins        int32   // time of the part's first snapshot in milliseconds; 0 if unknown yet
}

// dm3Frame is a snapshot with full states instead of deltas.
type dm3Frame struct {
	known    bool
	lost     bool // the delta base is missing
	sequence int32
	command  int32
	time     int32
	client   int32
	flags    uint8
	area     []byte
	player   [message.PlayerStateSize]int32
	entities []dm3Entity
}

type dm3Entity struct {
	number uint16
	state  *[message.EntityStateSize]int32 // immutable, because frames share it
}

func newDM3() *dm3Opening { return &dm3Opening{} }

func (q *dm3Opening) packet(p *message.Packet) { q.sequence = p.Sequence }

func (q *dm3Opening) message(m message.Message) {
	switch m := m.(type) {
	case *message.GameState:
		sequence := q.sequence
		*q = dm3Opening{sequence: sequence, command: m.CommandSequence}
		q.state = message.GameState{Protocol: m.Protocol, ClientNum: m.ClientNum, ChecksumFeed: m.ChecksumFeed}
		q.state.ConfigStrings = slices.Clone(m.ConfigStrings)
		for i := range q.state.ConfigStrings {
			q.state.ConfigStrings[i].Text = bytes.Clone(q.state.ConfigStrings[i].Text)
		}
		for _, e := range m.Baselines {
			if e.Kind == message.SnapshotRemoved {
				continue
			}
			q.baselines[e.Number%dm3Entities] = apply(nil, m.Changes[e.First:e.End])
		}
	case *message.ServerCommand:
		if m.Sequence <= q.command {
			return // a repetition: servers repeat commands until acknowledged
		}
		q.command = m.Sequence
		q.storeScores(m)
	case *message.Snapshot:
		q.frames[uint32(q.sequence)%dm3Depth] = q.snapshot(m)
		q.newest = q.sequence
	}
}

// storeScores stores a command with scores, replacing the last one of its kind.
func (q *dm3Opening) storeScores(m *message.ServerCommand) {
	name, _, _ := bytes.Cut(m.Text, []byte(" "))
	if string(name) == "map_restart" {
		q.scoreCommands = nil
		return
	}
	if !bytes.Contains(name, []byte("scores")) && string(name) != "tinfo" {
		return
	}
	q.scoreCommands = slices.DeleteFunc(q.scoreCommands, func(old message.ServerCommand) bool {
		return bytes.HasPrefix(old.Text, append(slices.Clip(name), ' '))
	})
	q.scoreCommands = append(q.scoreCommands, message.ServerCommand{Text: bytes.Clone(m.Text)})
}

// apply returns a state after changes. A nil base means all zeros.
func apply(base *[message.EntityStateSize]int32, changes []message.SnapshotChange) *[message.EntityStateSize]int32 {
	state := new([message.EntityStateSize]int32)
	if base != nil {
		*state = *base
	}
	for _, c := range changes {
		state[c.Field%message.EntityStateSize] = c.Value
	}
	return state
}

// frame returns the snapshot with the given message number, or nil.
func (q *dm3Opening) frame(sequence int32) *dm3Frame {
	f := &q.frames[uint32(sequence)%dm3Depth]
	if !f.known || f.sequence != sequence {
		return nil
	}
	return f
}

// snapshot returns m with full states. If the delta base is lost, it starts from nothing, as clients do.
func (q *dm3Opening) snapshot(m *message.Snapshot) dm3Frame {
	f := dm3Frame{
		known: true, sequence: q.sequence, command: q.command, time: m.ServerTime, client: m.ClientCommand,
		flags: m.Flags, area: bytes.Clone(m.AreaMask),
	}
	var old []dm3Entity
	if m.DeltaNum != 0 {
		if base := q.frame(q.sequence - int32(m.DeltaNum)); base != nil {
			f.player, old = base.player, base.entities
			f.lost = base.lost
		} else {
			f.lost = true
		}
	}
	for _, c := range m.Changes[m.Player.First:m.Player.End] {
		f.player[c.Field%message.PlayerStateSize] = c.Value
	}
	f.entities = make([]dm3Entity, 0, len(old)+len(m.Entities))
	f.entities = append(f.entities, old...)
	for i := range m.Entities {
		e := &m.Entities[i]
		at, found := slices.BinarySearchFunc(f.entities, e.Number, func(e dm3Entity, n uint16) int {
			return int(e.number) - int(n)
		})
		changes := m.Changes[e.First:e.End]
		switch {
		case e.Kind == message.SnapshotRemoved:
			if found {
				f.entities = slices.Delete(f.entities, at, at+1)
			}
		case !found:
			f.entities = slices.Insert(f.entities, at,
				dm3Entity{e.Number, apply(q.baselines[e.Number%dm3Entities], changes)})
		case e.Kind == message.SnapshotDelta:
			f.entities[at].state = apply(f.entities[at].state, changes)
		}
	}
	return f
}

// ahead records the snapshots that a message of the part refers to.
func (q *dm3Opening) ahead(m message.Message) (more bool) {
	switch m := m.(type) {
	case *message.GameState:
		return false
	case *message.Snapshot:
		if q.begins == 0 {
			q.begins = m.ServerTime
		}
		if m.DeltaNum == 0 {
			break
		}
		if base := q.sequence - int32(m.DeltaNum); q.frame(base) != nil && !slices.Contains(q.bases, base) {
			q.bases = append(q.bases, base)
		}
	}
	return true
}

func (q *dm3Opening) write(e message.Encoder, w *world.World, first *message.Packet) error {
	if f := q.frame(q.newest); f != nil && !f.lost && q.begins-f.time <= dm3Near &&
		!slices.Contains(q.bases, q.newest) {
		q.bases = append(q.bases, q.newest)
	}
	slices.Sort(q.bases)
	q.rewriteScores(w)
	p := message.Packet{Sequence: first.Sequence - 2, Acknowledge: first.Acknowledge}
	if len(q.bases) > 0 {
		p.Sequence = q.bases[0] - 1
	}
	state := q.state
	state.CommandSequence = q.command - int32(len(q.scoreCommands))
	state.ConfigStrings = q.strings(w)
	zeros := new([message.EntityStateSize]int32)
	for n, base := range q.baselines {
		if base == nil {
			continue
		}
		var b message.SnapshotEntity
		b, state.Changes = dm3.WholeEntity(state.Protocol, uint16(n), zeros, base, state.Changes)
		state.Baselines = append(state.Baselines, b)
	}
	if err := message.Write(e, &p, []message.Message{&state}); err != nil {
		return err
	}
	// The scores come last, because they include the deaths in the snapshots.
	var scores []message.Message
	for k := range q.scoreCommands {
		q.scoreCommands[k].Sequence = state.CommandSequence + int32(k) + 1
		scores = append(scores, &q.scoreCommands[k])
	}
	for i, base := range q.bases {
		p.Sequence = base
		var list []message.Message
		if i == len(q.bases)-1 {
			list, scores = scores, nil
		}
		if err := message.Write(e, &p, append(list, q.whole(q.frame(base)))); err != nil {
			return err
		}
	}
	if len(scores) == 0 {
		return nil
	}
	p.Sequence = first.Sequence - 1
	return message.Write(e, &p, scores)
}

// rewriteScores replaces the scores in the stored commands by those known to the world.
func (q *dm3Opening) rewriteScores(w *world.World) {
	var scores []message.ServerCommand // a copy, because the next part uses the same commands
	listed := false
	for _, c := range q.scoreCommands {
		name, _, _ := bytes.Cut(c.Text, []byte(" "))
		if quake3.IsScores(name) {
			listed, c.Text = true, quake3.RewriteScores(w, c.Text)
		}
		if c.Text != nil {
			scores = append(scores, c)
		}
	}
	if text := quake3.RewriteScores(w, nil); !listed && text != nil {
		scores = append(scores, message.ServerCommand{Text: text})
	}
	q.scoreCommands = scores
}

// whole returns a snapshot without a delta base.
func (q *dm3Opening) whole(f *dm3Frame) *message.Snapshot {
	s := &message.Snapshot{ClientCommand: f.client, ServerTime: f.time, Flags: f.flags, AreaMask: f.area}
	s.Player, s.Changes = dm3.WholePlayer(q.state.Protocol, &f.player, nil)
	zeros := new([message.EntityStateSize]int32)
	for _, e := range f.entities {
		base := q.baselines[e.number%dm3Entities]
		if base == nil {
			base = zeros
		}
		var m message.SnapshotEntity
		m, s.Changes = dm3.WholeEntity(q.state.Protocol, e.number, base, e.state, s.Changes)
		s.Entities = append(s.Entities, m)
	}
	return s
}

// strings returns the current configstrings. Unchanged ones are returned as in the demo.
func (q *dm3Opening) strings(w *world.World) (list []message.GameStateString) {
	were := map[uint16][]byte{}
	for _, s := range q.state.ConfigStrings {
		were[s.Index] = s.Text
	}
	for i, text := range w.Level().ConfigStrings {
		old, ok := were[uint16(i)]
		switch {
		case i == q.intermission() && text == "1" && !w.Intermission:
			// A restart has ended the intermission, even if the string is still 1.
		case ok && cleaned(old) == cleaned([]byte(text)):
			list = append(list, message.GameStateString{Index: uint16(i), Text: old})
		case text != "":
			list = append(list, message.GameStateString{Index: uint16(i), Text: []byte(text)})
		}
	}
	return list
}

// intermission returns the number of the configstring that is 1 at the end of a match.
func (q *dm3Opening) intermission() int {
	switch q.state.Protocol {
	case 66, 67, 68, 71:
		return 22
	}
	return 14
}

// cleaned returns a text as the game's client reads it from a message.
func cleaned(text []byte) string {
	return string(bytes.Map(func(r rune) rune {
		if r == '%' || r > 127 {
			return '.'
		}
		return r
	}, text))
}

func (q *dm3Opening) checkpoint() func() { return copyCheckpoint(q) }

func (q *dm3Opening) ended([]byte) bool { return false }

func (q *dm3Opening) close(e message.Encoder, _ *message.Packet) error {
	return e.Packet(&message.Packet{Kind: message.PacketEnd, Sequence: -1})
}
