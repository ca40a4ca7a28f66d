package cut

import (
	"bytes"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// damaging is a decoder of a demo of which the messages of one packet are damaged.
type damaging struct {
	message.Decoder
	block, at int
}

func (d *damaging) NextPacket() (*message.Packet, error) {
	p, err := d.Decoder.NextPacket()
	if err == nil {
		d.at = p.Block
	}
	return p, err
}

func (d *damaging) NextMessage() (message.Message, error) {
	if d.at == d.block {
		return nil, &message.Damage{Block: d.block, Err: errors.New("damaged by the test")}
	}
	return d.Decoder.NextMessage()
}

// TestDamagedPacket damages each packet of demos: within a part it is an error, and behind the part it changes nothing,
// nor before a level. A part begins behind its first frame if that is damaged.
func TestDamagedPacket(t *testing.T) {
	old := decoderOf
	defer func() { decoderOf = old }()
	frame := all(0, &message.PacketEntities{}, &message.MVDPlayerInfo{Bits: 1})
	moments := []record{all(0, &message.QWServerData{Protocol: 28}), frame} // of two packets, of which one has a frame
	for range 8 {
		moments = append(moments, all(100, &message.UpdateFrags{}), frame)
	}
	for name, demo := range map[string]*formats.Demo{"moments.mvd": makeDemo(t, "mvd", moments...),
		"small.mvd": smallMVD(t), "small.qwd": smallQWD(t), "levels.dem": manyLevelsDEM(t, 3),
		"levels.qwd": manyLevelsQWD(t, 3, 10)} {
		damage := -1
		decoderOf = func(d *formats.Demo) message.Decoder { return &damaging{old(d), damage, -1} }
		whole := length(demo)
		for _, span := range []Span{{From: whole * 0.5, To: whole * 0.7}, {From: whole * 0.45, Level: true},
			{To: whole * 0.1}} {
			cut := func() (part *Part, err error) {
				for part, err = range Parts(demo, []Span{span}) {
				}
				return part, err
			}
			s := &request{stretch: stretch{from: span.From, to: span.To, within: true, level: span.Level}}
			if span.Level {
				s.to = math.Inf(1)
			}
			damage = -1
			want, err := cut()
			if _, wrong := seek(demo, []*request{s}, 0); err == ErrEmpty && s.err == err { // it has one level
				continue
			} else if err != nil || wrong != nil {
				t.Fatal(name, err, wrong)
			}
			all, _ := blocks(t, demo)
			first, last, opened := s.found.first, s.found.last, s.found.opened
			framed := first // packet of the first frame
			if name == "moments.mvd" {
				framed++
			}
			for damage = range all {
				part, err := cut()
				same := err == nil && bytes.Equal(part.Data, want.Data)
				switch within := damage >= first && damage <= last && damage != framed; {
				case within && !errors.As(err, new(*DamageError)),
					damage == framed && !opened && same,
					damage < first && !opened && !same,
					damage > last+1 && !same:
					t.Errorf("%s, %+v, packet %d of %d to %d: %v", name, span, damage, first, last, err)
				}
			}
		}
	}
}

// TestDamageTellsTheLongestStretch: of a demo that is damaged at its beginning, and near its end, it is said
// which part is whole, and that can be cut.
func TestDamageTellsTheLongestStretch(t *testing.T) {
	demo := open(t, filepath.Join(corpus.Sample, "demoscope1_p15.dem"))
	whole := length(demo)
	data := slices.Clone(demo.Data())
	d := demo.Decoder()
	for {
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		// The first packet of the level's game, and all of the last second.
		if p.Block == 5 || p.Offset > int64(len(data))*98/100 && p.Size > 16 {
			data[p.Offset+16] = 0xff ^ 0x80 // no message
		}
	}
	broken := demo.Format.Open("a.dem", data)
	_, err := Cut(broken, 0, math.Inf(1))
	var damage *DamageError
	if !errors.As(err, &damage) {
		t.Fatalf("it is %v", err)
	}
	if damage.Behind != 0 || damage.From > 2 || damage.To < whole*0.9 || damage.To >= whole {
		t.Fatalf("%+v of %v s", *damage, whole)
	}
	part, err := Cut(broken, math.Floor(damage.From)+1, math.Floor(damage.To))
	if err != nil || length(broken.Format.Open("b.dem", part.Data)) < whole*0.8 {
		t.Errorf("the part that is told is %v", err)
	}
}

// TestDamagedBeginning: of demos of which what begins the level is damaged, only that is told to be whole
// which can be cut.
func TestDamagedBeginning(t *testing.T) {
	refused := 0
	for _, name := range []string{"demoscope1_p666.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2",
		"demoscope1.mvd2", "demoscope1.dm_71"} {
		demo := open(t, filepath.Join(corpus.Sample, name))
		d := demo.Decoder()
		p, err := d.NextPacket()
		for err == nil && p.Size < 40 { // the level's beginning is longer than what stands before it
			p, err = d.NextPacket()
		}
		if err != nil {
			t.Fatal(err)
		}
		for at := p.Offset; at < p.Offset+24; at++ {
			data := slices.Clone(demo.Data())
			data[at] ^= 0xff
			broken := demo.Format.Open(name, data)
			_, err := Cut(broken, 0, math.Inf(1))
			var damage *DamageError
			if !errors.As(err, &damage) {
				continue
			}
			from, to := damage.From, damage.To
			if damage.Behind > 0 {
				from, to = damage.Behind, math.Inf(1)
			}
			if from == to {
				refused++
				if _, err := Cut(broken, 2, 4); !errors.As(err, &damage) && err != ErrEmpty {
					t.Errorf("%s, byte %d: from 2 it is %v", name, at, err)
				}
				continue
			}
			if _, err := Cut(broken, from, to); err != nil {
				t.Errorf("%s, byte %d: from %v to %v, as it is told: %v", name, at, from, to, err)
			}
		}
	}
	if refused == 0 {
		t.Error("no beginning is lost")
	}
}
