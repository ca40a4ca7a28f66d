package mvd_test

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
)

// TestUnknownMessage: a message that is not known costs the rest of its record, and neither the records behind it nor
// their times. The stats end as a header of type 3 begins that takes the next record for its body: 3 is updatestat,
// too.
func TestUnknownMessage(t *testing.T) {
	data := encode(t, []decodertest.Record{level})
	want := []int64{0}
	add := func(ms, kind byte, payload string) {
		want = append(want, int64(len(data)))
		data = append(data, ms, kind)
		data = binary.LittleEndian.AppendUint32(data, uint32(len(payload)))
		data = append(data, payload...)
	}
	for range 60 {
		add(13, 4|2<<3, "\x78\xff\xff\xff\x03\x00\x64\x2e\x03\x05\x00")
		add(0, 4|3<<3, "\x78\xff\xff\xff\x03\x00\x64\x2e\x03\x05\x00")
		add(0, 6, "\x08\x02a line that everybody reads in this frame\n\x00\x31\x00\x00\xa0\x43")
		add(0, 6, "\x08\x02another one\n\x00")
	}
	d := mvd.NewDecoder(data)
	var got []int64
	var last float64
	damages := 0
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got, last = append(got, p.Offset), p.Time
		for {
			_, err := d.NextMessage()
			if errors.As(err, new(*message.Damage)) {
				damages++
			}
			if err != nil {
				break
			}
		}
	}
	if !slices.Equal(got, want) || damages != 120 || last != 0.78 {
		t.Errorf("%d records, %d damages, %v s; want %d, 120, 0.78 s", len(got), damages, last, len(want))
	}
}
