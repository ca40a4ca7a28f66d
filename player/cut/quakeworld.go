package cut

import (
	"bytes"
	"slices"
	"sort"

	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/player/world"
)

const (
	qwSlots = 32
	qwStats = 256
	// mostCounted limits the found secrets and killed monsters in an opening: more than any level has.
	mostCounted = 1000
)

// These are the numbers of messages per record of an opening. They keep records below 1,450 bytes, the limit of
// old clients.
const (
	baselinesInRecord = 24
	playersInRecord   = 4
	stylesInRecord    = 12
	statsInRecord     = 64
)

// qw is the state of a QuakeWorld level that both kinds of recordings contain.
type qw struct {
	scenery
	began bool
	data  message.QWServerData
	at    float64 // time of the packet with data, in the demo's seconds
	now   float64 // of the packet

	lists []message.QWList
	// replaced are the entities of a demo with replacement deltas.
	replaced replaced
	speed    *message.QWMaxSpeed
	gravity  *message.QWEntGravity
	players  [qwSlots]qwPlayer
	// secrets and monsters are the numbers of secrets found and monsters killed, which were sent as one message
	// each.
	secrets, monsters int
}

// qwPlayer is a slot's line on the scoreboard.
type qwPlayer struct {
	frags   int16
	ping    int16
	loss    uint8
	user    int32
	entered float64 // demo time at which the player entered, in seconds
	known   bool
}

// entityList is a set of entities as deltas from their baselines, ascending by number.
type entityList []message.EntityDelta

// merge returns the set that results from applying changes to l, in new memory. The function merge joins two
// deltas.
func (l entityList) merge(changes []message.EntityDelta, merge func(e, d *message.EntityDelta)) entityList {
	next := append(make(entityList, 0, len(l)+len(changes)), l...)
	for i := range changes {
		d := &changes[i]
		at := sort.Search(len(next), func(i int) bool { return next[i].Number >= d.Number })
		found := at < len(next) && next[at].Number == d.Number
		switch {
		case found && d.Remove:
			next = slices.Delete(next, at, at+1)
		case found:
			merge(&next[at], d)
		case !d.Remove:
			next = slices.Insert(next, at, *d)
		}
	}
	return next
}

// message processes messages in both kinds of recordings. It returns false for other messages.
func (q *qw) message(m message.Message) bool {
	switch m := m.(type) {
	case *message.QWServerData:
		*q = qw{began: true, data: *m, at: q.now, now: q.now, scenery: newScenery()}
		q.data.Extensions = slices.Clone(m.Extensions)
		q.data.GameDir, q.data.MapName = bytes.Clone(m.GameDir), bytes.Clone(m.MapName)
		q.data.Players = bytes.Clone(m.Players)
	case *message.QWList:
		q.list(m)
	case *message.UpdateEntities:
		q.replaced.update(m)
	case *message.QWMaxSpeed:
		speed := *m
		q.speed = &speed
	case *message.QWEntGravity:
		gravity := *m
		q.gravity = &gravity
	case *message.FoundSecret:
		q.secrets++
	case *message.KilledMonster:
		q.monsters++
	case *message.UpdateFrags:
		q.player(m.Player).frags = m.Frags
	case *message.QWUpdatePing:
		q.player(m.Player).ping = m.Ping
	case *message.QWUpdatePL:
		q.player(m.Player).loss = m.Loss
	case *message.QWUpdateEnterTime:
		q.player(m.Player).entered = q.now - float64(m.Time)
	case *message.QWUpdateUserInfo:
		q.player(m.Player).user = m.User
	case *message.QWSetInfo:
		q.player(m.Player)
	default:
		return q.scenery.message(m)
	}
	return true
}

func (q *qw) player(slot uint8) *qwPlayer {
	p := &q.players[slot%qwSlots]
	p.known = true
	return p
}

// list stores a part of a list, replacing an earlier version.
func (q *qw) list(m *message.QWList) {
	l := *m
	l.Names = cloneNames(m.Names)
	for i := range q.lists {
		if q.lists[i].Kind == l.Kind && q.lists[i].First == l.First {
			q.lists[i] = l
			return
		}
	}
	if len(q.lists) < keptObjects {
		q.lists = append(q.lists, l)
	}
}

// messages returns the messages of an opening, by record, except for the state of players and entities.
func (q *qw) messages(w *world.World) (records [][]message.Message) {
	data := q.data
	data.ServerTime += float32(q.now - q.at)
	records = append(records, []message.Message{&data, &q.track, infoText(placedInfo(w))})
	for _, sounds := range [...]bool{true, false} {
		for i := range q.lists {
			if q.lists[i].Sounds() == sounds {
				records = append(records, []message.Message{&q.lists[i]})
			}
		}
	}
	records = append(records, inRows(q.lateNames(), baselinesInRecord)...)
	records = append(records, q.level()...)
	records = append(records, q.scoreboard(w)...)
	return append(records, inRows(q.lights(w), stylesInRecord)...)
}

// leastInfo is the maximum length of a server info in the original engines, in bytes.
const leastInfo = 512

// placedInfo returns the server info with the position of the part within the match, which is only known to
// those who saw its beginning.
func placedInfo(w *world.World) string {
	s := w.Level().ServerInfo
	state := w.Match.EncodeState(w.Time)
	if more := "\\" + world.MatchKey + "\\" + state; state != "" && len(s)+len(more) < leastInfo {
		s += more
	}
	return s
}

// infoText returns the full server info in the form that servers send it.
func infoText(s string) *message.StuffText {
	return &message.StuffText{Text: []byte("fullserverinfo \"" + s + "\"\n")}
}

// level returns the baselines and the static objects.
func (q *qw) level() [][]message.Message {
	return inRows(append(q.bases(), q.fixed()...), baselinesInRecord)
}

// scoreboard returns the data of the scoreboard.
func (q *qw) scoreboard(w *world.World) (records [][]message.Message) {
	var list []message.Message
	for i := range q.players {
		p := &q.players[i]
		if !p.known {
			continue
		}
		slot := uint8(i)
		info := ""
		if i < len(w.Players) {
			info = w.Players[i].UserInfo
		}
		if i >= len(w.Players) || w.Players[i].FragsReported { // otherwise unknown
			list = append(list, &message.UpdateFrags{Player: slot, Frags: p.frags})
		}
		list = append(list,
			&message.QWUpdatePing{Player: slot, Ping: p.ping},
			&message.QWUpdatePL{Player: slot, Loss: p.loss},
			&message.QWUpdateEnterTime{Player: slot, Time: float32(q.now - p.entered)},
			&message.QWUpdateUserInfo{Player: slot, User: p.user, Text: []byte(info)})
	}
	return inRows(list, 5*playersInRecord)
}

// state returns the remaining state, except for the music, which is in the first record.
func (q *qw) state() (list []message.Message) {
	if q.speed != nil {
		list = append(list, q.speed)
	}
	if q.gravity != nil {
		list = append(list, q.gravity)
	}
	for range min(q.secrets, mostCounted) {
		list = append(list, &message.FoundSecret{})
	}
	for range min(q.monsters, mostCounted) {
		list = append(list, &message.KilledMonster{})
	}
	if q.paused.Pause != 0 {
		list = append(list, &q.paused)
	}
	list = append(list, q.scenes...)
	return list
}

// inRows splits a list into rows of at most n messages.
func inRows(list []message.Message, n int) (rows [][]message.Message) {
	for row := range slices.Chunk(list, n) {
		rows = append(rows, row)
	}
	return rows
}

// stats are the values of a status bar as sent, by index.
type stats [qwStats]struct {
	message.UpdateStat
	float   float32
	isFloat bool // sent as a float
	known   bool
}

func (s *stats) set(m *message.UpdateStat) {
	p := &s[m.Index]
	p.UpdateStat, p.isFloat, p.known = *m, false, true
}

func (s *stats) setFloat(m *message.QWStatFloat) {
	p := &s[m.Index]
	p.float, p.isFloat, p.known = m.Value, true, true
	p.UpdateStat = message.UpdateStat{Index: m.Index, Value: int32(m.Value), Long: true}
}

func (s *stats) messages() (list []message.Message) {
	for i := range s {
		switch p := &s[i]; {
		case p.isFloat:
			list = append(list, &message.QWStatFloat{Index: uint8(i), Value: p.float})
		case p.known:
			list = append(list, &p.UpdateStat)
		}
	}
	return list
}

// mergeQW joins two QuakeWorld deltas.
func mergeQW(e, d *message.EntityDelta) { quakeworld.Merge(e, d) }
