// Package quake3 interprets the demos of Quake III and its family (.dm3, .dm_48
// to .dm_91): a gamestate begins a level, a snapshot is a delta from one of the 32
// before it, and everything else comes in server commands.
//
// Snapshots are kept raw. The entities and poses of the World are made from them
// only when they are needed: see [world.World].Defer.
package quake3

import (
	"strings"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// rules are Quake III's.
type rules struct {
	state
	snaps snapshots
	big   []byte // a configstring that comes in pieces

	text []byte // scratch: the packet's strings after clean
	line []byte // scratch: the packet's chat lines
	args [][]byte
	// headings are those of missiles, which keep them as they fly, by a part of their
	// entities' numbers.
	headings [64]heading
	flights  *flights // nil until there is a missile
	shown    shownLists

	// current and previous are the last two snapshots that were accepted, and
	// before is the last one of the frame before, if it is still there: not the same
	// as previous if two are of the same moment. They are in snaps.
	current, previous, before *snapshot
}

// state is what is copied by assignment.
type state struct {
	numbers  *numbering // one of five tables, which never change
	protocol int32

	sequence int32 // of the packet being applied
	command  int32 // sequence number of the last command applied
	taker    int32 // slot of the player who recorded, Nobody if the demo does not say
	hidden   hidden

	// stale is set if the World's entities and poses are not those of current, newFrame
	// if a frame has begun since they were last made, and late if they were not those of
	// before when the last frame began: the last snapshot of a moment may have come
	// after them, or whole frames.
	stale, newFrame, late bool
	stepped               bool // current began a frame

	// was are the players of the frame before the one that was presented last.
	was playerBits
	// animated are the players of the last snapshot.
	animated playerBits

	// cried is when the watched player cried for pain last, in milliseconds of the server's clock.
	cried int32
	// under are the players whose heads are below water as far as their events told, one bit each.
	under uint64

	taken    prints.Pickups
	captured bool    // a printed line has reported a capture
	capture  float64 // viewer's time of that line

	matchState
}

var (
	_ world.FrameKeeper  = (*rules)(nil)
	_ world.LossMarker   = (*rules)(nil)
	_ world.Settler      = (*rules)(nil)
	_ world.TrailSettler = (*rules)(nil)
	_ world.Presenter    = (*rules)(nil)
	_ world.Hummer       = (*rules)(nil)
)

// New returns the rules of Quake III before the first packet.
func New() world.Rules {
	q := &rules{state: state{numbers: numbers68, taker: world.Nobody}, snaps: newSnapshots()}
	q.snaps.eventType = q.numbers.events
	return q
}

func (q *rules) Begin(_ world.Edit, p *message.Packet) {
	q.sequence = p.Sequence
	q.snaps.ring.Begin()
	q.text, q.line = q.text[:0], q.line[:0]
	q.took, q.brought, q.bringer = nobody, [3]bool{}, nobody
	q.heard, q.hidden.died = heard{}, 0
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
	if q.current != nil {
		q.current.uncertain = true
	}
}

func (q *rules) End(w world.Edit) {
	if q.changed || q.restarted {
		q.matchStep(w)
	}
}

// gameState begins a level.
func (q *rules) gameState(w world.Edit, m *message.GameState) {
	l := w.BeginLevel()
	q.flights = nil
	q.snaps.clear()
	q.snaps.setBaselines(m)
	q.current, q.previous, q.before = nil, nil, nil
	q.big = q.big[:0]
	q.state = state{
		numbers: q.numbers, protocol: m.Protocol, sequence: q.sequence, command: m.CommandSequence, taker: m.ClientNum,
		stepped: q.stepped, matchState: matchState{changed: true, fresh: true, took: nobody, bringer: nobody},
	}
	if m.Protocol <= 48 {
		q.taker = world.Nobody
	}
	l.Protocol = int(m.Protocol)
	l.ConfigStrings = make([]string, maxConfigStrings)
	for _, s := range m.ConfigStrings {
		if int(s.Index) < maxConfigStrings {
			l.ConfigStrings[s.Index] = string(q.clean(s.Text))
		}
	}
	l.ClientSounds = clientSounds
	q.setNumbers(w, numbersOf(m.Protocol, l))
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
		q.protocol = m.Protocol
		q.setNumbers(w, numbersOf(m.Protocol, w.Level()))
		// Commands tell some of what a lost gamestate had.
		l := w.EditLevel()
		l.ClientSounds = clientSounds
		l.ConfigStrings = make([]string, maxConfigStrings)
		l.Models, l.Sounds = make([]string, listLength), make([]string, listLength)
	}
}

// setNumbers sets what numbers mean.
func (q *rules) setNumbers(w world.Edit, n *numbering) {
	q.numbers = n
	w.EditLevel().Quake3Stats = n.stats
	q.snaps.eventType = n.events
}

// maxConfigStrings is how many configstrings the game has.
const maxConfigStrings = 1024

// gameFolder returns the game folder of the mod that a level's configstrings name, in
// small letters, empty for the base game.
func gameFolder(l *world.Level) string {
	if folder := info.Value(l.ConfigString(csSystemInfo), "fs_game"); folder != "" {
		return strings.ToLower(folder)
	}
	if game := strings.ToLower(info.Value(l.ConfigString(csServerInfo), "gamename")); game != "baseq3" {
		return game
	}
	return ""
}

// openArena reports whether the game is OpenArena or a mod of it, as far as the demo tells.
func openArena(protocol int32, l *world.Level) bool {
	const protocolOpenArena, folder = 71, "baseoa" // no other game's demos have the protocol
	return protocol == protocolOpenArena || gameFolder(l) == folder ||
		strings.EqualFold(info.Value(l.ConfigString(csServerInfo), "gamename"), folder)
}

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
	if index == csWarmUp && waited <= 0 && warmUpEnd(w.Level()) > 0 && q.current != nil {
		announce(w, saysPrepare)
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
		q.gameType(w, s)
	case index == csSystemInfo:
		l := w.EditLevel()
		l.GameDir, l.ServerCount = info.Value(s, "fs_game"), int32(info.Number(info.Value(s, "sv_serverid")))
	default:
		q.matchString(w, index, s)
	}
}

// clean returns text as the game reads it: a percent sign, and before protocol 91
// any byte above ASCII, becomes a full stop. The result is valid until the next
// packet.
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
