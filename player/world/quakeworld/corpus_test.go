package quakeworld_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// quakeWorldCounts is what a stream of QuakeWorld says besides the world that
// it makes, and what .qwd and .mvd have facts of alike.
type quakeWorldCounts struct {
	blocks, messages, sub map[string]int
	blocksTotal           int
	last                  float64
	levels                []string
	protocol              int32
	extensions            map[string]uint32
	gamedir               string
	maps                  []string
}

func newQuakeWorldCounts() quakeWorldCounts {
	return quakeWorldCounts{blocks: map[string]int{}, messages: map[string]int{}, sub: map[string]int{}}
}

// count counts one message.
func (c *quakeWorldCounts) count(w *world.World, m message.Message) {
	c.messages[m.Name()]++
	switch m := m.(type) {
	case *message.PacketEntities:
		c.sub[strings.TrimSuffix(m.Name(), "ies")+"y"] += len(m.Entities)
	case *message.QWNails:
		c.sub["nail"] += len(m.Nails)
	case *message.QWServerData:
		c.protocol = m.Protocol
		c.levels = append(c.levels, facts.CodePoints(string(m.MapName)))
		c.gamedir = string(m.GameDir)
		c.extensions = map[string]uint32{"fte": 0, "mvd": 0}
		for _, x := range m.Extensions {
			switch x.Tag {
			case 'F' | 'T'<<8 | 'E'<<16 | 'X'<<24:
				c.extensions["fte"] = x.Bits
			case 'F' | 'T'<<8 | 'E'<<16 | '2'<<24:
				c.extensions["fte2"] = x.Bits
			case 'M' | 'V'<<8 | 'D'<<16 | '1'<<24:
				c.extensions["mvd"] = x.Bits
			}
		}
	case *message.QWList:
		if m.Kind != message.QWSoundList && m.First == 0 {
			c.maps = append(c.maps, w.Level().Map)
		}
	}
}

// compare compares the facts that both formats have.
func (c *quakeWorldCounts) compare(t *testing.T, f *facts.File, w *world.World) {
	t.Helper()
	facts.Equal(t, f, "protocol", c.protocol)
	facts.Equal(t, f, "gamedir", c.gamedir)
	facts.Equal(t, f, "levels", c.levels)
	facts.Equal(t, f, "maps", c.maps)
	facts.Equal(t, f, "blocks_total", c.blocksTotal)
	equalCounts(t, f, "blocks", c.blocks)
	equalCounts(t, f, "messages", c.messages)
	equalCounts(t, f, "submessages", c.sub)
	facts.Equal(t, f, "precache_models", countNames(w.Level().Models))
	facts.Equal(t, f, "precache_sounds", countNames(w.Level().Sounds))
	players := []string{}
	for i := range w.Players {
		if p := &w.Players[i]; p.Name != "" {
			players = append(players, fmt.Sprintf("%d:%s", i, facts.CodePoints(p.Name)))
		}
	}
	facts.Equal(t, f, "players", players)
	facts.Equal(t, f, "player_count", len(players))
	f.Checked("players", len(players)-1)
}

// equalCounts compares counts by name, those of zero as if they were not
// there.
func equalCounts(t *testing.T, f *facts.File, kind string, got map[string]int) {
	t.Helper()
	if !f.Has(kind) {
		return
	}
	var want map[string]int
	f.Get(t, kind, &want)
	f.Checked(kind, max(0, len(want)-1))
	nonZero := func(m map[string]int) map[string]int {
		out := map[string]int{}
		for name, n := range m {
			if n != 0 {
				out[name] = n
			}
		}
		return out
	}
	facts.Diff(t, kind, nonZero(want), nonZero(got))
}

// near compares a time that the facts give with at least eight decimals.
func near(t *testing.T, f *facts.File, kind string, got float64) {
	t.Helper()
	var want float64
	f.Get(t, kind, &want)
	if math.Abs(got-want) > 1e-8 {
		t.Errorf("%s is %v, want %v", kind, got, want)
	}
}

// fragsOf returns the frags of the slots that want has.
func fragsOf(w *world.World, want map[string]int32) map[string]int32 {
	frags := map[string]int32{}
	for slot := range want {
		if i, err := strconv.Atoi(slot); err == nil && i < len(w.Players) {
			frags[slot] = w.Players[i].Frags
		}
	}
	return frags
}

func countNames(list []string) int {
	n := 0
	for _, s := range list {
		if s != "" {
			n++
		}
	}
	return n
}

// infoMap is an info string as the facts have it.
func infoMap(info string) map[string]string {
	m := map[string]string{}
	parts := strings.Split(strings.TrimPrefix(info, `\`), `\`)
	for i := 0; i+1 < len(parts); i += 2 {
		m[facts.CodePoints(parts[i])] = facts.CodePoints(parts[i+1])
	}
	return m
}

// subset reports where want, a piece of JSON, is not part of got: objects may
// have more keys, and an object of which one number is wanted has it under
// "took" (KTX's items).
func subset(path string, want, got any) error {
	switch want := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s: want an object, got %v", path, got)
		}
		for k, v := range want {
			if err := subset(path+"."+k, v, g[k]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(want) {
			return fmt.Errorf("%s: want %d values, got %v", path, len(want), got)
		}
		for i := range want {
			if err := subset(path+"["+strconv.Itoa(i)+"]", want[i], g[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if item, ok := got.(map[string]any); ok {
		got = item["took"]
	}
	if want != got {
		return fmt.Errorf("%s: want %v, got %v", path, want, got)
	}
	return nil
}

// anyOf decodes JSON into maps, slices and values.
func anyOf(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// playPackets is play with a look at each packet before its messages.
func playPackets(t *testing.T, f *facts.File, onPacket func(*message.Packet), onMessage func(*world.World,
	message.Message), onBlock func(*world.World, *message.Packet)) *world.World {
	t.Helper()
	return f.PlayFrom(t, &peeker{f.Demo.Decoder(), onPacket}, onMessage, onBlock)
}

// peeker shows each packet of a decoder.
type peeker struct {
	message.Decoder
	onPacket func(*message.Packet)
}

func (p *peeker) NextPacket() (*message.Packet, error) {
	packet, err := p.Decoder.NextPacket()
	if err == nil {
		p.onPacket(packet)
	}
	return packet, err
}
