package scan_test

import (
	"encoding/binary"
	"math"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/dm3"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// The slot of the recorder of a demo without its beginning, which only a later packet tells, holds from the first frame
// on; if the view changes before that, nothing is known of the time before.
func TestRecorderIsFoundAhead(t *testing.T) {
	const (
		plum                       = 13 + 65 // eType of a point above a victim, which only who got it is shown
		playerFields, entityFields = 48, 51  // of protocol 68
	)
	for _, c := range []struct {
		what     string
		told, at int32 // the slot that a change has, and in which frame
		early    int   // the recorder of the first frame
		late     int   // of the last one
	}{
		{"a point", world.Nobody, 0, 6, 6},
		{"a change before the point", 3, 2, world.Nobody, 3},
		{"a change after it", 3, 7, 6, 3},
	} {
		e := formats.Lookup(dm3.Name).Encoder("made.dm_68")
		for i := range int32(10) {
			s := &message.Snapshot{ServerTime: 61000 + 50*i, DeltaNum: 1}
			change := func(field uint8, value int32) {
				s.Changes = append(s.Changes, message.SnapshotChange{Field: field, Value: value})
			}
			change(message.PlayerStateOriginX, int32(math.Float32bits(float32(i))))
			if c.told >= 0 && i == c.at {
				change(message.PlayerStateClientNum, c.told)
			}
			s.Player.Lead, s.Player.End = playerFields, int32(len(s.Changes))
			if i == 5 {
				first := s.Player.End
				change(message.EntityStateType, plum)
				change(message.EntityStateOtherEntityNum, 6)
				s.Entities = []message.SnapshotEntity{{Number: 200, Kind: message.SnapshotDelta, Lead: entityFields,
					First: first, End: int32(len(s.Changes))}}
			}
			p := &message.Packet{Sequence: 1000 + i}
			if err := message.Write(e, p, []message.Message{s}); err != nil {
				t.Fatal(err)
			}
		}
		data, err := e.Close()
		if err != nil {
			t.Fatal(err)
		}
		demo, err := formats.Open("made.dm_68", data)
		if err != nil {
			t.Fatal(err)
		}
		cursor := scan.NewCursor(demo.Format.Name, demo.Decoder())
		var got []int
		for cursor.Next() == nil {
			got = append(got, cursor.World.Recorder)
		}
		if len(got) != 10 || got[0] != c.early || got[9] != c.late {
			t.Errorf("%s: recorders %v", c.what, got)
		}
		if cursor.Rewind(); cursor.Next() != nil || cursor.World.Recorder != c.early {
			t.Errorf("%s: recorder %d after rewinding", c.what, cursor.World.Recorder)
		}
	}
}

// In what is left of a real demo the recorder is that of the whole one from the first frame on, or unknown.
func TestRecorderOfRealRests(t *testing.T) {
	known := 0
	for _, path := range corpus.Demos(t, "dm3") {
		data := corpus.Read(t, path)
		read := func(data []byte) map[float64]int {
			demo, err := formats.Open(filepath.Base(path), data)
			if err != nil {
				t.Fatal(err)
			}
			at := map[float64]int{}
			for c := scan.NewCursor(demo.Format.Name, demo.Decoder()); c.Next() == nil; {
				if c.World.LevelCount <= 1 {
					at[c.World.Time] = c.World.Recorder
				}
			}
			return at
		}
		whole := read(data)
		for range 3 { // a third is lost each time
			for lost := 0; lost < len(data)/3; {
				n := 8 + int(binary.LittleEndian.Uint32(data[4:]))
				data, lost = data[n:], lost+n
			}
			rest, right := read(data), true
			for clock, slot := range rest {
				want, ok := whole[clock]
				if right = !ok || slot == want || slot == world.Nobody; !right {
					t.Errorf("%s: %d bytes: recorder %d at %v, not %d", path, len(data), slot, clock, want)
					break
				}
				if slot != world.Nobody {
					known++
				}
			}
		}
	}
	if known < 100_000 {
		t.Errorf("known in %d frames", known)
	}
}
