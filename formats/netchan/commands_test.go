package netchan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/internal/corpus"
)

// TestCommands: what a client says, byte by byte.
func TestCommands(t *testing.T) {
	short := wire.Units{Coord: wire.CoordShort}
	for want, got := range map[string][]byte{
		"04 6e6577 00":                  AppendText(nil, "n\x00ew"),
		"05 9c":                         AppendDelta(nil, 0x19c),
		"06 0800 f8ff 0000":             AppendPlace(nil, short, [3]float32{1, -1, float32(math.NaN())}),
		"06 ff7f 0080 0400":             AppendPlace(nil, short, [3]float32{1e9, float32(math.Inf(-1)), 0.5}),
		"06 0000803f 000000bf 00000000": AppendPlace(nil, wire.Units{Coord: wire.CoordFloat}, [3]float32{1, -0.5, 0}),
	} {
		if hex.EncodeToString(got) != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%x, not %s", got, want)
		}
	}
}

// TestMove: the first moves of a captured connection.
func TestMove(t *testing.T) {
	for _, c := range []struct {
		sequence uint32
		msec     [3]uint8
		want     string
	}{
		{0, [3]uint8{0, 0, 33}, "03ca00000000000021"},
		{1, [3]uint8{0, 33, 14}, "03120000000021000e"},
		{2, [3]uint8{33, 14, 14}, "03c8000021000e000e"},
	} {
		moves := [3]message.QWUserCommand{{Msec: c.msec[0]}, {Msec: c.msec[1]}, {Msec: c.msec[2]}}
		if got := hex.EncodeToString(AppendMove(nil, c.sequence, 0, &moves)); got != c.want {
			t.Errorf("packet %d: %s, not %s", c.sequence, got, c.want)
		}
	}
}

// TestMoveFields: a move holds the fields that differ from the move before, in the order of live facts, 5.1.
func TestMoveFields(t *testing.T) {
	full := message.QWUserCommand{Angles: [3]int16{1, 2, -3}, Moves: [3]int16{4, 5, -6}, Buttons: 7, Impulse: 8,
		Msec: 9}
	for want, change := range map[string]func(m *message.QWUserCommand){
		"00 0a":      func(m *message.QWUserCommand) { m.Msec = 10 },
		"01 1000 09": func(m *message.QWUserCommand) { m.Angles[0] = 16 },
		"80 1000 09": func(m *message.QWUserCommand) { m.Angles[1] = 16 },
		"02 1000 09": func(m *message.QWUserCommand) { m.Angles[2] = 16 },
		"04 1000 09": func(m *message.QWUserCommand) { m.Moves[0] = 16 },
		"08 1000 09": func(m *message.QWUserCommand) { m.Moves[1] = 16 },
		"10 1000 09": func(m *message.QWUserCommand) { m.Moves[2] = 16 },
		"20 10 09":   func(m *message.QWUserCommand) { m.Buttons = 16 },
		"40 10 09":   func(m *message.QWUserCommand) { m.Impulse = 16 },
	} {
		moves := [3]message.QWUserCommand{full, full, full}
		change(&moves[2])
		want = strings.ReplaceAll("05 ff 0100 0200 fdff 0400 0500 faff 07 08 09 00 09"+want, " ", "")
		if got := hex.EncodeToString(AppendMove(nil, 1, 5, &moves)[2:]); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestMoveKeys compares the table with the sum of the captured one (corpus/live/move-check.csv).
func TestMoveKeys(t *testing.T) {
	const want = "f8bd9fcbef69848dc3fb41b5710b336cd32ee183c8249a59f2c6b562b246ff33"
	if got := fmt.Sprintf("%x", sha256.Sum256(moveKeys[:])); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// TestMoves: every move of the captures has the checksum that is worked out for it.
func TestMoves(t *testing.T) {
	total := 0
	for _, name := range captures {
		moves, places := 0, 0
		for _, r := range corpus.Capture(t, name) {
			if r.Dir != "c2s" || IsOutOfBand(r.Data) {
				continue
			}
			sequence, _ := header(r.Data)
			sequence &= sequenceMask
			for _, m := range said(t, r.Data[headerSize+2:]) {
				switch m[0] {
				case idMove:
					moves++
					if got := checksum(m[2:], sequence); got != m[1] {
						t.Fatalf("%s: the move of packet %d has the checksum %d, not %d", name, sequence, got, m[1])
					}
				case idPlace:
					places++
				}
			}
		}
		if places < 1000 {
			t.Errorf("%s: %d places", name, places)
		}
		total += moves
	}
	if total < 11000 { // some of those that the facts count, 11,627, are not in the files
		t.Errorf("%d moves", total)
	}
}

// said splits what a client says into its messages.
func said(t testing.TB, data []byte) (list [][]byte) {
	t.Helper()
	for len(data) > 0 {
		n := 1
		switch data[0] {
		case idNop:
		case idText:
			end := strings.IndexByte(string(data), 0)
			if end < 0 {
				t.Fatalf("a text without an end: %q", data)
			}
			n = end + 1
		case idDelta:
			n = 2
		case idPlace:
			n = 7
		case idMove:
			n = 3
			for range 3 {
				bits := data[n]
				n += 2 // with the time
				for bit, size := range map[uint8]int{1: 2, 128: 2, 2: 2, 4: 2, 8: 2, 16: 2, 32: 1, 64: 1} {
					if bits&bit != 0 {
						n += size
					}
				}
			}
		default:
			t.Fatalf("message %d of a client: %x", data[0], data)
		}
		list = append(list, data[:n])
		data = data[n:]
	}
	return list
}
