package quakeworld_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"strconv"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// TestServerFacts checks all facts of our own recordings and of the real ones.
func TestServerFacts(t *testing.T) {
	facts.Check(t, "mvd", map[string]string{"snapshots_note": "explains the snapshots"}, checkMVD)
}

// mvdSample is one player or entity after one block.
type mvdSample struct {
	Block  int      `json:"block"`
	Offset int64    `json:"offset"`
	Time   float64  `json:"time"`
	Entity int32    `json:"entity"`
	Slot   int      `json:"slot"`
	Kind   string   `json:"kind"`
	State  mvdState `json:"state"`
	Extra  mvdExtra `json:"extra"`
}

type mvdExtra struct {
	Flags    uint16 `json:"df_flags"`
	Entities int    `json:"entities_in_frame"`
}

// mvdState is what the facts tell of a player or an entity; what is only a
// player's is zero for the other.
type mvdState struct {
	Slot        int        `json:"slot"` // in snapshots
	Frags       int32      `json:"frags"`
	ModelIndex  uint16     `json:"modelindex"`
	Model       string     `json:"model"`
	Frame       uint16     `json:"frame"`
	Skin        int32      `json:"skin"`
	Effects     uint32     `json:"effects"`
	Colormap    uint8      `json:"colormap"`
	Origin      [3]float32 `json:"origin"`
	Angles      [3]float32 `json:"angles"`
	WeaponFrame uint16     `json:"weaponframe"`
	Dead        bool       `json:"dead"`
	Gib         bool       `json:"gib"`
	Health      int32      `json:"health"`
	Armor       int32      `json:"armor"`
	Items       uint32     `json:"items"`
	Active      int32      `json:"activeweapon"`
	Ammo        [4]int32   `json:"ammo"`
}

// mvdSnapshot is what a seek to a time must show.
type mvdSnapshot struct {
	Time       float64    `json:"time"`
	AfterBlock int        `json:"after_block"`
	Entities   int        `json:"entities"`
	Players    []mvdState `json:"players"`
}

// mvdCounts is what the stream says besides the world that it makes.
type mvdCounts struct {
	quakeWorldCounts
	mvdHistory
	packet message.Packet

	empty, largest             int
	hidden, hiddenBytes        map[string]int
	damage                     struct{ Count, Sum int }
	temp, prints, steps        map[string]int
	bits, carriers, extra      map[string]int
	intermissions              []float64
	disconnects                []mvdDisconnect
	serverTime                 float32
	age                        int32
	moveVars                   [10]float32
	lastBits                   [32]uint16 // of each player's last message
	spoken                     [32]bool   // who has had one
	obituaries                 []mvdObituary
	kills, starts              int
	killsBy                    map[string]int
	entities                   mvdEntities
	players                    mvdPlayers
	playerDigest, entityDigest hash.Hash
	playerCount                int
	line                       []byte
}

type mvdDisconnect struct {
	Block int     `json:"block"`
	Raw   string  `json:"raw_hex"`
	Time  float64 `json:"time"`
}

type mvdObituary struct {
	Block int     `json:"block"`
	Level uint8   `json:"level"`
	Text  string  `json:"text"`
	ASCII string  `json:"text_ascii"`
	Time  float64 `json:"time"`
}

func newMVDCounts() *mvdCounts {
	return &mvdCounts{
		quakeWorldCounts: newQuakeWorldCounts(), mvdHistory: newMVDHistory(), hidden: map[string]int{},
		hiddenBytes: map[string]int{}, temp: map[string]int{}, prints: map[string]int{}, steps: map[string]int{},
		bits: map[string]int{}, carriers: map[string]int{}, extra: map[string]int{},
		intermissions: []float64{}, disconnects: []mvdDisconnect{}, killsBy: map[string]int{},
		playerDigest: sha256.New(), entityDigest: sha256.New(), entities: newMVDEntities(),
	}
}

func checkMVD(t *testing.T, f *facts.File) {
	var samples []mvdSample
	f.Get(t, "samples", &samples)
	f.Checked("samples", facts.Leaves(t, f.Facts["samples"])-1)
	var snapshots []mvdSnapshot
	f.Get(t, "snapshots", &snapshots)
	f.Checked("snapshots", facts.Leaves(t, f.Facts["snapshots"])-1)

	c := newMVDCounts()
	sampleOf := map[int][]mvdSample{}
	for _, s := range samples {
		sampleOf[s.Block] = append(sampleOf[s.Block], s)
	}
	snapshotOf := map[int]mvdSnapshot{}
	for _, s := range snapshots {
		snapshotOf[s.AfterBlock] = s
	}
	w := playPackets(t, f,
		c.block,
		func(w *world.World, m message.Message) { c.message(w, m) },
		func(w *world.World, p *message.Packet) {
			c.events(w)
			for _, s := range sampleOf[p.Block] {
				c.sample(t, w, s)
			}
			delete(sampleOf, p.Block)
			if s, ok := snapshotOf[p.Block]; ok {
				c.snapshot(t, w, s)
				delete(snapshotOf, p.Block)
			}
		})
	if len(sampleOf) != 0 || len(snapshotOf) != 0 {
		t.Errorf("samples or snapshots of blocks that are not there: %v %v", sampleOf, snapshotOf)
	}
	delete(c.sub, "nail") // the facts of .mvd leave them out
	c.compare(t, f, w)
	c.compareStream(t, f)
	c.entities.compare(t, f)
	c.players.compare(t, f, w)
	c.compareWorld(t, f, w)
	c.compareTexts(t, f, w)
}

func (c *mvdCounts) block(p *message.Packet) {
	c.packet = *p
	names := [...]string{1: "dem_read", 2: "dem_set", 3: "dem_multiple", 4: "dem_single", 5: "dem_stats", 6: "dem_all"}
	name := names[p.Type&7]
	if p.Targets == 0 {
		name += "_hidden"
	}
	c.blocks[name]++
	c.blocksTotal++
	c.last = p.Time
	c.largest = max(c.largest, p.Size)
	if p.Milliseconds != 0 {
		c.steps[strconv.Itoa(int(p.Milliseconds))]++
	}
	if p.Size == 6 {
		c.empty++
	}
}

func (c *mvdCounts) hide(kind uint16, size int) {
	c.hidden[strconv.Itoa(int(kind))]++
	c.hiddenBytes[strconv.Itoa(int(kind))] += size
}

func (c *mvdCounts) message(w *world.World, m message.Message) {
	switch m := m.(type) {
	case *message.MVDHiddenDamage:
		c.hide(7, 8)
		c.damage.Count++
		c.damage.Sum += int(m.Damage)
		return
	case *message.MVDHiddenDemoInfo:
		c.hide(3, 2+len(m.Data))
		return
	case *message.MVDHiddenStart:
		c.hide(m.Kind, 8)
		return
	case *message.MVDHidden:
		c.hide(m.Kind, len(m.Data))
		return
	case *message.TempEntity:
		c.temp[strconv.Itoa(int(m.Type))]++
	case *message.Print:
		c.prints[strconv.Itoa(int(m.Level))]++
		if m.Level == 1 {
			text := string(m.Text)
			c.obituaries = append(c.obituaries, mvdObituary{
				Block: w.Block, Level: m.Level, Text: facts.CodePoints(text), ASCII: quakeASCII(text),
				Time: c.packet.Time,
			})
		}
		c.print(quakeASCII(string(m.Text)), c.packet.Time)
	case *message.UpdateStat:
		c.carriers[map[uint8]string{4: "dem_single", 5: "dem_stats"}[c.packet.Type&7]]++
	case *message.Intermission:
		c.intermissions = append(c.intermissions, c.packet.Time)
	case *message.Disconnect:
		raw := "02" + hex.EncodeToString(m.Text) + "00"
		c.disconnects = append(c.disconnects, mvdDisconnect{w.Block, raw, c.packet.Time})
	case *message.QWServerData:
		c.serverTime, c.age, c.moveVars = m.ServerTime, m.Age, m.MoveVars
	case *message.SpawnBaseline:
		c.more(m.Kind, &m.EntityDelta)
	case *message.SpawnStatic:
		c.more(m.Kind, &m.EntityDelta)
	case *message.PacketEntities:
		for i := range m.Entities {
			c.more(message.BaselineDelta, &m.Entities[i])
		}
		c.entities.packet(m, w)
		c.digestEntities(w)
	case *message.MVDPlayerInfo:
		for bit := range 16 {
			c.bits[strconv.Itoa(bit)] += int(m.Bits >> bit & 1)
		}
		c.lastBits[m.Player], c.spoken[m.Player] = m.Bits, true
		c.digestPlayer(w, int(m.Player))
	case *message.QWUpdateUserInfo:
		c.players.update(w, int(m.Player), c.packet.Time)
		c.player(w, int(m.Player))
	case *message.QWSetInfo:
		c.players.update(w, int(m.Player), c.packet.Time)
		c.player(w, int(m.Player))
	case *message.UpdateFrags:
		c.players.frags(w, int(m.Player))
		c.player(w, int(m.Player))
	case *message.QWUpdatePing:
		c.player(w, int(m.Player))
	}
	c.count(w, m)
}

// more counts FTE's extra bytes of a delta.
func (c *mvdCounts) more(kind message.BaselineKind, d *message.EntityDelta) {
	if more := uint8(d.Bits >> 16); kind == message.BaselineDelta && more != 0 {
		c.extra[fmt.Sprintf("evenmore_%x", more)]++
	}
}

// events counts what the world made of the prints.
func (c *mvdCounts) events(w *world.World) {
	for i := range w.Events {
		switch e := &w.Events[i]; e.Kind {
		case world.EventMatchStart:
			c.starts++
		case world.EventKill:
			c.kills++
			switch {
			case e.Player < 0 && e.Other >= 0: // the world's work
				c.killsBy[facts.CodePoints(w.Players[e.Other].Name)]--
			case e.Player == e.Other:
				c.killsBy[facts.CodePoints(w.Players[e.Player].Name)]--
			default:
				c.killsBy[facts.CodePoints(w.Players[e.Player].Name)]++
			}
		}
	}
}

// state returns what the facts would tell of a player.
func (c *mvdCounts) state(w *world.World, slot int) mvdState {
	p := &w.Players[slot]
	bits := c.lastBits[slot]
	s := mvdState{
		ModelIndex: p.Model, Model: facts.CodePoints(w.Level().Model(p.Model)), Frame: p.Frame, Skin: p.SkinNumber,
		Effects: p.Effects, Origin: p.Pose.Origin, Angles: p.Pose.Angles, WeaponFrame: p.WeaponFrame,
		Dead: bits&message.MVDPlayerDead != 0, Gib: bits&message.MVDPlayerGib != 0,
	}
	if p.Stats != nil {
		v := &p.Stats.Values
		s.Health, s.Armor, s.Active = v[world.StatHealth], v[world.StatArmor], v[world.StatActiveWeapon]
		s.Items = uint32(v[world.StatItems])
		s.Ammo = [4]int32{v[world.StatShells], v[world.StatNails], v[world.StatRockets], v[world.StatCells]}
	}
	return s
}

// like takes over angles that differ by what the facts leave away of them: they
// have six decimals. The digest of all states is exact.
func (s mvdState) like(want *mvdState) mvdState {
	for i, a := range want.Angles {
		if math.Abs(float64(a-s.Angles[i])) <= 1e-6 {
			s.Angles[i] = a
		}
	}
	return s
}

func (c *mvdCounts) sample(t *testing.T, w *world.World, s mvdSample) {
	t.Helper()
	what := fmt.Sprintf("block %d, %s %d", s.Block, s.Kind, s.Entity)
	facts.Diff(t, what+": offset", s.Offset, c.packet.Offset)
	if math.Abs(s.Time-c.packet.Time) > 1e-9 {
		t.Errorf("%s: time %v, want %v", what, c.packet.Time, s.Time)
	}
	switch s.Kind {
	case "playerinfo":
		facts.Diff(t, what, s.State, c.state(w, s.Slot).like(&s.State))
		facts.Diff(t, what+": flags", s.Extra.Flags, c.lastBits[s.Slot])
		facts.Diff(t, what+": entity", s.Entity, int32(s.Slot)+1)
	case "packetentity", "deltapacketentity":
		e := w.Entity(s.Entity)
		if e == nil {
			t.Errorf("%s: not there", what)
			return
		}
		facts.Diff(t, what, s.State, mvdState{
			ModelIndex: e.Model[0], Model: facts.CodePoints(w.Level().Model(e.Model[0])), Frame: e.Frame, Skin: e.Skin,
			Effects: e.Effects, Colormap: e.Colormap, Origin: e.Origin, Angles: e.Angles,
		})
		facts.Diff(t, what+": entities", s.Extra.Entities, len(w.Entities))
	default:
		t.Errorf("%s: unknown kind", what)
	}
}

func (c *mvdCounts) snapshot(t *testing.T, w *world.World, s mvdSnapshot) {
	t.Helper()
	what := fmt.Sprintf("snapshot after block %d", s.AfterBlock)
	facts.Diff(t, what+": entities", s.Entities, len(w.Entities))
	got := []mvdState{}
	for i := range w.Players {
		if p := &w.Players[i]; p.Name != "" && c.spoken[i] {
			state := c.state(w, i)
			state.Slot, state.Frags = i, p.Frags
			if len(got) < len(s.Players) {
				state = state.like(&s.Players[len(got)])
			}
			got = append(got, state)
		}
	}
	facts.Diff(t, what, s.Players, got)
}

// digestPlayer adds a line to the digest of all states of players.
func (c *mvdCounts) digestPlayer(w *world.World, slot int) {
	p := &w.Players[slot]
	b := c.line[:0]
	for _, n := range [...]int{w.Block, slot} {
		b = append(strconv.AppendInt(b, int64(n), 10), ' ')
	}
	for _, v := range p.Pose.Origin {
		b = append(strconv.AppendInt(b, int64(v*8), 10), ' ')
	}
	for _, v := range p.Pose.Angles {
		b = append(strconv.AppendInt(b, int64(v*(65536.0/360)+0.5), 10), ' ')
	}
	for _, n := range [...]int64{int64(p.Model), int64(p.Frame), int64(p.SkinNumber), int64(p.Effects),
		int64(p.WeaponFrame)} {
		b = append(strconv.AppendInt(b, n, 10), ' ')
	}
	b[len(b)-1] = '\n'
	c.playerDigest.Write(b)
	c.playerCount++
	c.line = b
}

// digestEntities adds a set's lines to the digest of all sets.
func (c *mvdCounts) digestEntities(w *world.World) {
	b := strconv.AppendInt(c.line[:0], int64(w.Block), 10)
	b = append(strconv.AppendInt(append(b, ' '), int64(len(w.Entities)), 10), '\n')
	for i := range w.Entities {
		e := &w.Entities[i]
		for _, n := range [...]int64{
			int64(e.Number), int64(e.Model[0]), int64(e.Frame), int64(e.Skin),
			int64(e.Origin[0] * 8), int64(e.Origin[1] * 8), int64(e.Origin[2] * 8),
		} {
			b = append(strconv.AppendInt(b, n, 10), ' ')
		}
		b[len(b)-1] = '\n'
	}
	c.entityDigest.Write(b)
	c.line = b
}
