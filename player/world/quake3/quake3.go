// Package quake3 interprets the demos of the Quake III family (.dm3, .dm_48 to .dm_91). A gamestate begins a level, a
// snapshot is a delta from one of the 32 snapshots before it, and everything else arrives in server commands.
//
// Snapshots are kept raw. The entities and poses of the World are built from them only when they are needed: see
// [world.World].Defer.
package quake3

import (
	"strings"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// rules implements [world.Rules] for Quake III.
type rules struct {
	state
	snaps snapshots
	big   []byte // a configstring that arrives in pieces

	text    []byte // scratch for clean: the strings of the packet
	chat    chat
	args    [][]byte
	flights *flights // nil until there is a missile

	presenter presenter
}

// state is the part of the rules that is copied by assignment.
type state struct {
	*game

	sequence int32 // of the packet being applied
	command  int32 // sequence number of the last command applied
	recorder int32 // slot of the recorder, Nobody if unknown
	search   recorderSearch
	stepped  bool // the last snapshot began a frame

	// painTime is the time of the followed player's last pain sound, in milliseconds of the server's clock.
	painTime int32
	// under has a bit for each slot whose player's head is under water, according to events.
	under uint64

	pickups pickups
	match   match
}

var (
	_ world.FrameKeeper  = (*rules)(nil)
	_ world.LossMarker   = (*rules)(nil)
	_ world.Settler      = (*rules)(nil)
	_ world.TrailSettler = (*rules)(nil)
	_ world.Presenter    = (*rules)(nil)
	_ world.LoopSounder  = (*rules)(nil)
)

// New returns the rules of Quake III in the state before the first packet.
func New() world.Rules {
	q := &rules{state: state{recorder: world.Nobody}, snaps: newSnapshots()}
	q.setGame(numbers68, 0)
	return q
}

func (q *rules) Begin(_ world.Edit, p *message.Packet) {
	q.sequence = p.Sequence
	q.snaps.ring.Begin()
	q.text, q.chat.line = q.text[:0], q.chat.line[:0]
	q.match.begin()
	q.search.begin()
}

func (q *rules) Apply(w world.Edit, m message.Message) {
	switch m := m.(type) {
	case *message.Snapshot:
		q.snapshot(w, m)
	case *message.ServerCommand:
		q.serverCommand(w, m)
	case *message.GameState:
		q.gameState(w, m)
	}
}

// Lost marks the newest snapshot as uncertain.
func (q *rules) Lost(w world.Edit) {
	for i := range w.Players {
		w.Players[i].ForgetHealth()
	}
	if q.snaps.current != nil {
		q.snaps.current.uncertain = true
	}
}

func (q *rules) End(w world.Edit) {
	if q.match.scores.changed || q.match.restarted {
		q.match.step(w, q.snaps.current != nil)
	}
}

// gameState starts a level.
func (q *rules) gameState(w world.Edit, m *message.GameState) {
	l := w.BeginLevel()
	q.flights = nil
	q.snaps.clear()
	q.snaps.setBaselines(m)
	q.big = q.big[:0]
	q.state = state{
		game: q.game, sequence: q.sequence, command: m.CommandSequence, recorder: m.ClientNum, stepped: q.stepped,
		match: newMatch(),
	}
	q.presenter.due = due{}
	q.setGame(q.numbers, m.Protocol)
	if m.Protocol <= 48 {
		q.recorder = world.Nobody
	}
	l.Protocol = int(m.Protocol)
	l.ConfigStrings = make([]string, maxConfigStrings)
	for _, s := range m.ConfigStrings {
		if int(s.Index) < maxConfigStrings {
			l.ConfigStrings[s.Index] = string(q.clean(s.Text))
		}
	}
	l.ClientSounds = clientSounds
	q.setGame(numbersOf(m.Protocol, l), m.Protocol)
	w.EditLevel().Quake3Stats = q.numbers.stats
	l.Models = append(l.Models, make([]string, listLength)...)
	l.Sounds = append(l.Sounds, make([]string, listLength)...)
	w.Player(max(1, min(info.Number(info.Value(l.ConfigStrings[csServerInfo], "sv_maxclients")), clients)) - 1)
	for i, s := range l.ConfigStrings {
		if s != "" {
			q.configString(w, i, s)
		}
	}
}

// Assume implements [world.Assumer].
func (q *rules) Assume(w world.Edit, m message.Message) {
	if m, ok := m.(*message.GameState); ok && w.LevelCount == 0 {
		q.setGame(numbersOf(m.Protocol, w.Level()), m.Protocol)
		// Commands contain some of what a lost gamestate had.
		l := w.EditLevel()
		l.Quake3Stats = q.numbers.stats
		l.ClientSounds = clientSounds
		l.ConfigStrings = make([]string, maxConfigStrings)
		l.Models, l.Sounds = make([]string, listLength), make([]string, listLength)
	}
}

// setGame sets the game that the level belongs to.
func (q *rules) setGame(n *numbering, protocol int32) {
	g := &game{n, protocol}
	q.game, q.pickups.game, q.match.game, q.match.scores.game = g, g, g, g
	q.snaps.eventType = n.events
}

// maxConfigStrings is the number of configstrings in the game.
const maxConfigStrings = 1024

// setConfig replaces one configstring during a level.
func (q *rules) setConfig(w world.Edit, index int, text []byte) {
	if index < 0 || index >= len(w.Level().ConfigStrings) {
		return
	}
	old := w.Level().ConfigStrings[index]
	if old == string(text) {
		return
	}
	s := string(text)
	waited := warmUpEnd(w.Level())
	w.EditLevel().ConfigStrings[index] = s
	if index == csWarmUp && waited <= 0 && warmUpEnd(w.Level()) > 0 && q.snaps.current != nil {
		announce(w, voicePrepare)
	}
	q.configString(w, index, s)
}

// configString applies one configstring.
func (q *rules) configString(w world.Edit, index int, s string) {
	n := q.numbers
	switch {
	case index >= n.players && index < n.players+clients:
		q.playerInfo(w, index-n.players, s)
	case index >= n.models && index < n.models+listLength:
		w.EditLevel().Models[index-n.models] = s
	case index >= n.sounds && index < min(n.sounds+listLength, n.players):
		w.EditLevel().Sounds[index-n.sounds] = s
	case index == csMessage:
		w.EditLevel().Title = s
	case index == csServerInfo:
		l := w.EditLevel()
		l.ServerInfo = s
		if name := info.Value(s, "mapname"); name != "" {
			l.Map = "maps/" + strings.ToLower(name) + ".bsp"
		}
		l.MaxClients = min(info.Number(info.Value(s, "sv_maxclients")), clients)
		q.match.gameType(w, s)
	case index == csSystemInfo:
		l := w.EditLevel()
		l.GameDir, l.ServerCount = info.Value(s, "fs_game"), int32(info.Number(info.Value(s, "sv_serverid")))
	default:
		q.match.setString(w, index, s)
	}
}

// clean returns text as the game reads it: it replaces percent signs and, before protocol 91, non-ASCII bytes with a
// full stop. The result is valid until the next packet.
func (q *rules) clean(text []byte) []byte {
	start := len(q.text)
	q.text = append(q.text, text...)
	clean := q.text[start:]
	for i, c := range clean {
		if c == '%' || (c > 127 && q.protocol < 91) {
			clean[i] = '.'
		}
	}
	return clean
}
