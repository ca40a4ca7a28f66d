package world

import (
	"strings"

	"demoscope/formats/message"
)

// quake3Rules is Quake III and its family (.dm3, .dm_48 to .dm_91): a
// gamestate begins a level, snapshots change one of the 32 before them, all
// else is told by commands.
//
// What a snapshot says is kept raw. The entities and poses that can be drawn
// are made from it only when somebody wants to see them: see World.Defer.
type quake3Rules struct {
	numbers  *quake3Numbers
	protocol int32
	snaps    snapshots

	sequence int32 // of the packet being applied
	command  int32 // sequence number of the last command carried out
	taker    int32 // slot of the one who recorded, -1 if the demo does not say
	big      []byte
	text     []byte // the packet's strings as the game takes them
	line     []byte // the packet's lines to print
	args     [][]byte

	// current and previous are the last two snapshots that were accepted, and
	// before is the one of the frame before: not the same if two are of the
	// same moment. They are in snaps.
	current, previous, before *snapshot
	// stale: what can be drawn is not that of current; steps counts the
	// frames begun since it was that of a snapshot.
	stale   bool
	steps   int
	stepped bool // current began a frame

	taken    pickups
	captured bool    // a line has told of a capture,
	capture  float64 // at this viewer's time

	running, over bool     // the match has begun, has ended
	shown         bool     // its result is shown
	dueling       bool     // it is one against one
	scored        [2]int32 // the scores of the match that the players' agree with
}

func newQuake3Rules() *quake3Rules {
	q := &quake3Rules{numbers: numbers68, taker: -1}
	q.snaps.baselines, q.snaps.eventType = noBaselines, q.numbers.events
	return q
}

func (q *quake3Rules) begin(_ *World, p *message.Packet) {
	q.sequence = p.Sequence
	q.snaps.baseUsed = false
	q.text, q.line = q.text[:0], q.line[:0]
}

func (q *quake3Rules) apply(w *World, m message.Message) {
	switch m := m.(type) {
	case *message.Snapshot:
		q.snapshot(w, m)
	case *message.ServerCommand:
		q.serverCommand(w, m)
	case *message.GameState:
		q.gameState(w, m)
	}
}

func (q *quake3Rules) end(*World) {}

// gameState begins a level.
func (q *quake3Rules) gameState(w *World, m *message.GameState) {
	l := w.beginLevel()
	q.snaps.clear()
	q.snaps.setBaselines(m)
	q.current, q.previous, q.before = nil, nil, nil
	q.stale, q.steps = false, 0
	q.running, q.over, q.shown = false, false, false
	q.taken, q.captured, q.capture = pickups{}, false, 0
	q.big = q.big[:0]
	q.command = m.CommandSequence
	q.protocol = m.Protocol
	q.taker = m.ClientNum
	if m.Protocol <= 48 {
		q.taker = -1
	}
	l.Protocol = int(m.Protocol)
	l.ConfigStrings = make([]string, maxConfigStrings)
	for _, s := range m.ConfigStrings {
		if int(s.Index) < maxConfigStrings {
			l.ConfigStrings[s.Index] = string(q.clean(s.Text))
		}
	}
	info := l.ConfigStrings[csServerInfo]
	q.numbers = numbersOf(m.Protocol, gameFolder(l))
	q.snaps.eventType = q.numbers.events
	l.Models = append(l.Models, make([]string, quake3Models)...)
	l.Sounds = append(l.Sounds, make([]string, quake3Models)...)
	w.player(max(1, min(number(infoValue(info, "sv_maxclients")), quake3Clients)) - 1)
	for i, s := range l.ConfigStrings {
		if s != "" {
			q.configString(w, i, s)
		}
	}
}

// maxConfigStrings is what the game has room for.
const maxConfigStrings = 1024

// gameFolder returns the game or mod that a level's configstrings name.
func gameFolder(l *Level) string {
	if folder := infoValue(l.ConfigStrings[csSystemInfo], "fs_game"); folder != "" {
		return folder
	}
	if game := infoValue(l.ConfigStrings[csServerInfo], "gamename"); game != "baseq3" {
		return game
	}
	return ""
}

// setConfig replaces one configstring during a level.
func (q *quake3Rules) setConfig(w *World, index int, text []byte) {
	if index < 0 || index >= len(w.Level().ConfigStrings) {
		return
	}
	old := w.Level().ConfigStrings[index]
	if old == string(text) {
		return
	}
	s := string(text)
	w.editLevel().ConfigStrings[index] = s
	q.configString(w, index, s)
	q.matchChanged(w, index, s)
}

// configString takes over what one configstring says.
func (q *quake3Rules) configString(w *World, index int, s string) {
	n := q.numbers
	switch {
	case index >= n.players && index < n.players+quake3Clients:
		q.playerInfo(w, index-n.players, s)
	case index >= n.models && index < n.models+quake3Models:
		w.editLevel().Models[index-n.models] = s
	case index >= n.sounds && index < min(n.sounds+quake3Models, n.players):
		w.editLevel().Sounds[index-n.sounds] = s
	case index == csMessage:
		w.editLevel().Title = s
	case index == csServerInfo:
		l := w.editLevel()
		l.ServerInfo = s
		if name := infoValue(s, "mapname"); name != "" {
			l.Map = "maps/" + strings.ToLower(name) + ".bsp"
		}
		l.MaxClients = min(number(infoValue(s, "sv_maxclients")), quake3Clients)
		kind := number(infoValue(s, "g_gametype"))
		w.Match.Teams, q.dueling = kind >= firstTeamGame, kind == duelGame
	case index == csSystemInfo:
		w.editLevel().GameDir = infoValue(s, "fs_game")
	default:
		q.matchString(w, index, s)
	}
}

// clean returns text as the game takes it: a percent sign, and outside of
// protocol 91 any byte above ASCII, becomes a full stop. The result is valid
// until the next packet.
func (q *quake3Rules) clean(text []byte) []byte {
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

// number reads a decimal number, with or without a sign, as far as it goes;
// 0 if there is none.
func number[T string | []byte](s T) int {
	n, sign, i := 0, 1, 0
	if len(s) > 0 && s[0] == '-' {
		sign, i = -1, 1
	}
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9' && n < 1<<30; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return sign * n
}
