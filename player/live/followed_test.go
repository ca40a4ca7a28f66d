package live

import (
	"encoding/binary"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/netchan"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// ask is a wish of a captured client to follow a slot; it holds for the answer to this packet and later ones.
type ask struct{ sequence, slot int32 }

// asked returns whom the client of a capture asked to follow.
func asked(t *testing.T, name string) (list []ask) {
	t.Helper()
	for _, row := range corpus.Capture(t, name) {
		d := row.Data
		if row.Dir != "c2s" || row.Drop != 0 || netchan.IsOutOfBand(d) {
			continue
		}
		for rest := string(d); ; {
			_, after, found := strings.Cut(rest, "ptrack ")
			if !found {
				break
			}
			list = append(list, ask{int32(binary.LittleEndian.Uint32(d) & math.MaxInt32), int32(after[0] - '0')})
			rest = after
		}
	}
	return list
}

// eighths are where the bots are, who stand in the slots 1 to 3, in eighths of a unit; false if one is not there.
func eighths(w *world.World) (at [9]int, ok bool) {
	for i := range at {
		if 1+i/3 >= len(w.Players) || w.Players[1+i/3].Name == "" {
			return at, false
		}
		at[i] = int(math.Floor(float64(w.Players[1+i/3].Pose.Origin[i%3])*8 + 0.5))
	}
	return at, true
}

// body is what stats say of a body: health, armor, four kinds of ammunition, items.
type body [7]int32

func bodyOf(s *world.Stats) (b body) {
	for i, n := range [...]int{
		world.StatHealth, world.StatArmor, world.StatShells, world.StatNails, world.StatRockets, world.StatCells,
		world.StatItems,
	} {
		b[i] = s.Values[n]
	}
	return b
}

// bodies returns what bots have in a server's recording when they are at a place, and in the 15 frames before, half a
// second, by slots.
func bodies(t *testing.T, data []byte) map[[9]int][]body {
	t.Helper()
	demo, err := formats.Open("x.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	all := map[[9]int][]body{}
	var frames [][]body // the last ones
	c := scan.NewCursor("mvd", demo.Decoder())
	for c.Next() == nil {
		now := make([]body, 4)
		for i := range now {
			if i < len(c.World.Players) && c.World.Players[i].Stats != nil {
				now[i] = bodyOf(c.World.Players[i].Stats)
			}
		}
		frames = append(frames[max(0, len(frames)-15):], now)
		if at, ok := eighths(c.World); ok && len(all[at]) < 1000 { // else they stand still
			all[at] = append(all[at], slices.Concat(frames...)...)
		}
	}
	return all
}

// TestFollowed: the stats that a spectator's recording tells are those of the player whom its client asked to
// follow, as the server's own recording of the same game has them in that moment or half a second before:
// they are told once it is certain whose they are.
func TestFollowed(t *testing.T) {
	for name, least := range map[string]struct{ packets, told, compared int }{
		"live_pext": {4946, 4500, 588}, "live_loss": {2877, 2600, 350}, "live_p28": {2496, 1900, 284},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(corpus.Dir(t), "live")
			theirs := bodies(t, corpus.Read(t, filepath.Join(dir, name+".mvd")))
			wishes := asked(t, name)
			demo, err := formats.Open("x.qwd", corpus.Read(t, filepath.Join(dir, name+".qwd")))
			if err != nil {
				t.Fatal(err)
			}
			c := scan.NewCursor("qwd", demo.Decoder())
			sequence, server := int32(0), false
			c.Begin = func(p *message.Packet) {
				if server = p.Kind == message.PacketServer && p.Sequence != -1; server {
					sequence = p.Sequence & math.MaxInt32
				}
			}
			packets, told, compared := 0, 0, 0
			before, beforeKnown, answered := [9]int{}, false, int32(0)
			for c.Next() == nil {
				if !server || sequence < 100 { // what the client makes up when it begins to record
					continue
				}
				packets++
				who := -1
				for i := range c.World.Players {
					if c.World.Players[i].Stats == nil {
						continue
					}
					if who >= 0 {
						t.Fatalf("packet %d: stats of %d and %d", sequence, who, i)
					}
					who = i
				}
				if who >= 0 {
					told++
					if !slices.Contains(wished(wishes, answered), int32(who)) {
						t.Errorf("packet %d: stats of %d, though the client wants %v", sequence, who,
							wished(wishes, answered))
					}
					if list := theirs[before]; beforeKnown && len(list) > 0 && c.World.LevelCount == 1 {
						compared++
						ours, found := bodyOf(c.World.Players[who].Stats), false
						for i := who; i < len(list); i += 4 {
							found = found || list[i] == ours
						}
						if !found {
							t.Errorf("packet %d: %d has %v, not %v", sequence, who, ours, list[who])
						}
					}
				}
				before, beforeKnown = eighths(c.World)
				answered = sequence
			}
			if packets != least.packets || told < least.told || compared < least.compared {
				t.Errorf("of %d packets %d tell of somebody and %d could be compared, not %+v", packets, told,
					compared, least)
			}
		})
	}
}

// wished returns whom a client wants at the answer to a packet: two, if the first wish was said once more because
// the server had perhaps not heard it.
func wished(wishes []ask, sequence int32) (slots []int32) {
	for i, a := range wishes {
		if a.sequence > sequence {
			break
		}
		again := i+1 < len(wishes) && wishes[i+1].slot == a.slot && wishes[i+1].sequence > sequence
		if !again {
			slots = slots[:0]
		}
		slots = append(slots, a.slot)
	}
	return slots
}
