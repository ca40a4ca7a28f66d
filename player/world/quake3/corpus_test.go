package quake3_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/fnv"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/quake3"
)

// TestFacts checks all facts of our own recordings and of the real ones.
func TestFacts(t *testing.T) {
	facts.Check(t, "dm3", map[string]string{
		"wire_format":   "a description in words",
		"parse_error":   "what went wrong in the decoder that made the facts",
		"warnings":      "what the decoder that made the facts said",
		"second_oracle": "which other decoder agrees",
	}, checkDM3)
}

// dm3Facts collects what the facts tell of a demo while it is played.
type dm3Facts struct {
	t *testing.T
	f *facts.File

	container  dm3Container
	gamestates []dm3GameState
	snapshots  dm3Snapshots
	commands   dm3Commands
	hash       hash.Hash64 // of the snapshots
	raw        hash.Hash64 // of the commands

	last     int32 // sequence number of the last command
	chat     []string
	scores   string
	deaths   int
	players  map[string]string
	samples  []dm3Sample
	sample   int
	in       *quake3.Inspector
	snapshot quake3.RawSnapshot
	buffer   []byte
	udt      udtFacts
}

type dm3Container struct {
	Messages      int   `json:"messages"`
	Longest       int   `json:"max_message_bytes"`
	First         int32 `json:"first_sequence"`
	Last          int32 `json:"last_sequence"`
	Gaps          int   `json:"sequence_gaps"`
	Terminator    bool  `json:"terminator_ff"`
	BytesConsumed int64 `json:"bytes_consumed"`
}

type dm3GameState struct {
	Sequence       int32  `json:"serverCommandSequence"`
	ClientNum      int32  `json:"clientNum"`
	ChecksumFeed   int32  `json:"checksumFeed"`
	ConfigStrings  int    `json:"configstrings_nonempty"`
	ConfigHash     string `json:"configstrings_hash"`
	Baselines      int    `json:"baselines"`
	BaselinesHash  string `json:"baselines_hash"`
	FirstBaselines []int  `json:"first_baseline_numbers"`
	MessageIndex   int    `json:"messageIndex"`
	Map            string `json:"map"`
	GameType       string `json:"gametype"`
	GameName       string `json:"gamename"`
	Protocol       string `json:"protocol"`
	HostName       string `json:"hostname"`
	Version        string `json:"version"`
	Game           string `json:"fs_game"`
}

type dm3Snapshots struct {
	Count       int      `json:"count"`
	First       int32    `json:"first_server_time_ms"`
	Last        int32    `json:"last_server_time_ms"`
	GoesBack    int      `json:"server_time_goes_back"`
	EntitiesSum int      `json:"entities_sum"`
	EntitiesMax int      `json:"entities_max"`
	Hash        string   `json:"hash_fnv1a64"`
	Running     []string `json:"hash_after_every_1000_snapshots"`
}

type dm3Commands struct {
	Unique int            `json:"count_unique"`
	ByName map[string]int `json:"by_name"`
	Raw    int            `json:"count_raw"`
	Pieces int            `json:"count_bcs0_bcs1"`
	Hash   string         `json:"hash_raw_fnv1a64"`
}

type dm3Sample struct {
	Index         int         `json:"index"`
	GameState     int         `json:"gamestate"`
	Message       int32       `json:"messageNum"`
	Time          int32       `json:"serverTime"`
	Command       int32       `json:"serverCommandNum"`
	Player        dm3Player   `json:"ps"`
	EntityCount   int         `json:"entityCount"`
	EntityNumbers []int       `json:"entityNumbers"`
	Entities      []dm3Entity `json:"entities"`
}

type dm3Player struct {
	CommandTime int32      `json:"commandTime"`
	Type        int32      `json:"pm_type"`
	Flags       int32      `json:"pm_flags"`
	ClientNum   int32      `json:"clientNum"`
	Weapon      int32      `json:"weapon"`
	ViewHeight  int32      `json:"viewheight"`
	Origin      [3]float32 `json:"origin"`
	Velocity    [3]float32 `json:"velocity"`
	ViewAngles  [3]float32 `json:"viewangles"`
	Health      int32      `json:"health"`
	Stats       [16]int32  `json:"stats"`
	Persistant  [16]int32  `json:"persistant"`
	Ammo        [16]int32  `json:"ammo"`
	Powerups    [16]int32  `json:"powerups"`
}

type dm3Entity struct {
	Number     int        `json:"number"`
	Type       int32      `json:"eType"`
	Flags      int32      `json:"eFlags"`
	Event      int32      `json:"event"`
	EventParm  int32      `json:"eventParm"`
	Weapon     int32      `json:"weapon"`
	ClientNum  int32      `json:"clientNum"`
	ModelIndex int32      `json:"modelindex"`
	LegsAnim   int32      `json:"legsAnim"`
	TorsoAnim  int32      `json:"torsoAnim"`
	Solid      int32      `json:"solid"`
	TrType     int32      `json:"trType"`
	TrTime     int32      `json:"trTime"`
	TrDuration int32      `json:"trDuration"`
	TrBase     [3]float32 `json:"trBase"`
	TrDelta    [3]float32 `json:"trDelta"`
	AposBase   [3]float32 `json:"aposBase"`
	Origin     [3]float32 `json:"origin"`
}

func checkDM3(t *testing.T, f *facts.File) {
	c := &dm3Facts{
		t: t, f: f, hash: fnv.New64a(), raw: fnv.New64a(), players: map[string]string{},
		container: dm3Container{First: -1},
		snapshots: dm3Snapshots{Running: []string{}},
		commands:  dm3Commands{ByName: map[string]int{}},
		chat:      []string{},
	}
	f.Get(t, "samples", &c.samples)
	w, in := quake3.NewInspected()
	c.in, c.udt.in = in, in
	facts.Drive(t, w, f.Demo.Decoder(), c.message, c.block)
	c.snapshots.Hash = sum(c.hash)
	c.commands.Hash = sum(c.raw)

	c.compare("container", c.container)
	c.compare("gamestates", c.gamestates)
	c.compare("snapshots", c.snapshots)
	c.compare("server_commands", c.commands)
	c.compare("chat_lines", len(c.chat))
	if f.Has("chat_samples") {
		c.compare("chat_samples", c.chat[:min(len(c.chat), 12)])
	}
	c.compare("obituaries_raw_entity_events", c.deaths)
	c.compare("obituary_eType", int(in.ObituaryType()))
	c.compare("last_scores_command", c.scores)
	c.compare("cs_players_base", in.PlayerConfig())
	c.compare("player_configstrings_last", c.players)
	protocol := w.Level().Protocol
	if protocol == 45 || protocol == 43 {
		protocol = 3 // as the extension has it
	}
	c.compare("extension_protocol", protocol)
	if c.sample != len(c.samples) {
		t.Errorf("sample %d: there is no such snapshot", c.samples[c.sample].Index)
	}
	f.Checked("samples", facts.Leaves(t, f.Facts["samples"])-1)
	c.checkUDT(w)
}

// compare compares one whole kind of fact with what came out, and counts its
// leaves.
func (c *dm3Facts) compare(kind string, got any) {
	c.t.Helper()
	want := newLike(got)
	c.f.Get(c.t, kind, want)
	facts.Diff(c.t, kind, deref(want), got)
	c.f.Checked(kind, max(facts.Leaves(c.t, c.f.Facts[kind]), 1)-1)
}

func sum(h hash.Hash64) string { return hex.EncodeToString(h.Sum(nil)) }

// message sees each message after the world has taken it.
func (c *dm3Facts) message(w *world.World, m message.Message) {
	switch m := m.(type) {
	case *message.GameState:
		c.gameState(w, m)
	case *message.ServerCommand:
		c.command(w, m)
	case *message.Snapshot:
		c.applied(w)
	}
	c.udt.message(w, m)
}

func (c *dm3Facts) block(w *world.World, p *message.Packet) {
	if p.Kind == message.PacketEnd {
		c.container.Terminator = true
	} else {
		k := &c.container
		k.Messages++
		k.Longest = max(k.Longest, p.Size-8)
		switch {
		case k.First == -1:
			k.First = p.Sequence
		case p.Sequence != k.Last+1:
			k.Gaps++
		}
		k.Last = p.Sequence
	}
	c.container.BytesConsumed = p.Offset + int64(p.Size)
	for _, e := range w.Events {
		if e.Kind == world.EventKill {
			c.deaths++
		}
	}
	c.udt.block(w)
}

func (c *dm3Facts) gameState(w *world.World, m *message.GameState) {
	l := w.Level()
	info := func(index int, key string) string { return facts.CodePoints(infoOf(l.ConfigString(index), key)) }
	g := dm3GameState{
		Sequence: m.CommandSequence, ClientNum: c.in.Recorder(), ChecksumFeed: m.ChecksumFeed,
		Baselines: len(m.Baselines), FirstBaselines: []int{}, MessageIndex: w.Block,
		Map: info(0, "mapname"), GameType: info(0, "g_gametype"), GameName: info(0, "gamename"),
		Protocol: info(0, "protocol"), HostName: info(0, "sv_hostname"), Version: info(0, "version"),
		Game: info(1, "fs_game"),
	}
	h := fnv.New64a()
	for i, s := range l.ConfigStrings {
		if s != "" {
			g.ConfigStrings++
			write32(h, int32(i))
			h.Write([]byte(s))
		}
	}
	g.ConfigHash = sum(h)
	h = fnv.New64a()
	for i, e := range m.Baselines {
		if i < 5 {
			g.FirstBaselines = append(g.FirstBaselines, int(e.Number))
		}
		write32(h, int32(e.Number))
		for field, v := range c.in.RawBaseline(int(e.Number))[:hashedEntity] {
			write32(h, plusZero(v, message.EntityStateFields[field].Float))
		}
	}
	g.BaselinesHash = sum(h)
	c.gamestates = append(c.gamestates, g)
	c.last = m.CommandSequence
	c.notePlayers(w)
}

// The fields that hashes cover: those of protocol 68.
const hashedEntity, hashedPlayer = 51, 48

func write32(h hash.Hash64, v int32) {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], uint32(v))
	h.Write(b[:])
}

func plusZero(v int32, isFloat bool) int32 {
	if isFloat && uint32(v) == 1<<31 {
		return 0
	}
	return v
}

// notePlayers remembers the last text that each player had.
func (c *dm3Facts) notePlayers(w *world.World) {
	for i := range 64 {
		if s := w.Level().ConfigString(c.in.PlayerConfig() + i); s != "" {
			c.players[strconv.Itoa(i)] = facts.CodePoints(s)
		}
	}
}

func (c *dm3Facts) command(w *world.World, m *message.ServerCommand) {
	if m.Sequence-c.last <= 0 {
		return
	}
	c.last = m.Sequence
	if c.in.LastCommand() != c.last {
		c.t.Errorf("the world carried out command %d, not %d", c.in.LastCommand(), c.last)
	}
	text := string(bytes.Clone(c.in.CleanText(m.Text)))
	write32(c.raw, m.Sequence)
	c.raw.Write([]byte(text))
	c.commands.Raw++
	name, _, _ := strings.Cut(strings.TrimSuffix(text, "\n"), " ")
	switch name {
	case "bcs0", "bcs1":
		c.commands.Pieces++
		return
	case "bcs2":
		name = "cs"
	}
	c.commands.Unique++
	c.commands.ByName[name]++
	line := facts.CodePoints(strings.TrimSuffix(text, "\n"))
	switch name {
	case "chat", "tchat":
		c.chat = append(c.chat, line)
	case "cs":
		c.notePlayers(w)
	case "scores", "xscores", "scores_duel":
		c.scores = line
	}
}

// applied hashes the snapshot that the world has taken.
func (c *dm3Facts) applied(w *world.World) {
	s := &c.snapshot
	if !c.in.Raw(s) {
		c.t.Error("no snapshot")
		return
	}
	k := &c.snapshots
	if k.Count == 0 {
		k.First = s.Time
	} else if s.Time < k.Last {
		k.GoesBack++
	}
	k.Last = s.Time
	k.EntitiesSum += len(s.Entities)
	k.EntitiesMax = max(k.EntitiesMax, len(s.Entities))
	if c.sample < len(c.samples) && c.samples[c.sample].Index == k.Count {
		facts.Diff(c.t, fmt.Sprintf("sample of snapshot %d", k.Count), c.samples[c.sample],
			c.sampleOf(s, c.samples[c.sample].Entities))
		c.sample++
	}
	k.Count++

	b := c.buffer[:0]
	put := func(v int32) { b = binary.LittleEndian.AppendUint32(b, uint32(v)) }
	put(s.Time)
	put(int32(len(s.Entities)))
	for i, v := range s.Player[:hashedPlayer] {
		put(plusZero(v, message.PlayerStateFields[i].Float))
	}
	for _, v := range s.Player[message.PlayerStateStats:] {
		put(v)
	}
	for _, e := range s.Entities {
		put(int32(e.Number))
		for i, v := range e.State[:hashedEntity] {
			put(plusZero(v, message.EntityStateFields[i].Float))
		}
	}
	c.buffer = b
	c.hash.Write(b)
	if k.Count%1000 == 0 {
		k.Running = append(k.Running, sum(c.hash))
	}
}
