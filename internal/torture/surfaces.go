package torture

import (
	"encoding/binary"
	"fmt"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/render/scene"
)

// headerPlaces are where the numbers are in the headers of textures and of light.
var headerPlaces = []int{0, 4, 8, 32, 36, 40, 44, 48, 52, 56, 60, 96}

// walOf returns a texture of Quake II with its four images.
func walOf(name string, side int) []byte {
	const header = 100
	sizes := []int{side * side, side * side / 4, side * side / 16, side * side / 64}
	b := numbersOf(field(name, 32), side, side)
	at := header
	for _, n := range sizes {
		b = numbersOf(b, at)
		at += n
	}
	b = numbersOf(b, field("", 32), 0, 0, 0)
	for i, n := range sizes {
		for k := range n {
			b = append(b, byte(16*i+k))
		}
	}
	return b
}

// lightEntries are where the directory of a map of Quake says where its light is, and which
// bytes of a face, of how many, are its styles: the same in Quake II.
const (
	lightEntry = 4 + 8*8
	styleAt    = 12
	faceSize   = 20
)

// builtSurfaces returns a texture, and the sample's maps with colored and with flickering lights.
func builtSurfaces() []*Source {
	list := []*Source{{Kind: KindTexture, Format: "wal", Name: "ds_wall.wal", Data: walOf("ds_wall", 64)}}
	for _, g := range []struct {
		game  assets.Game
		entry int // of the faces in the directory
	}{{assets.Quake, 4 + 8*7}, {assets.Quake2, 8 + 8*6}} {
		data, err := sampleMap(g.game)
		if err != nil {
			panic(fmt.Sprintf("the map of our own for %s: %v", g.game, err))
		}
		if g.game == assets.Quake {
			light := numbersOf("QLIT", 1)
			for i := range 3 * binary.LittleEndian.Uint32(data[lightEntry+4:]) {
				light = append(light, byte(7*i))
			}
			list = append(list, &Source{Kind: KindTexture, Format: "lit", Name: "demoscope1.lit", Data: light})
		}
		at, n := binary.LittleEndian.Uint32(data[g.entry:]), binary.LittleEndian.Uint32(data[g.entry+4:])
		for i := range n / faceSize {
			styles := data[at+faceSize*i+styleAt:]
			styles[0] = byte(i % 64)
			if i%3 == 0 {
				styles[1] = byte(i % 61)
			}
		}
		list = append(list, newSource("flickers.bsp", data))
	}
	return list
}

// texture draws a map of the sample with a texture or colored light from the input.
func (b *bench) texture(in *Input) (Outcome, error) {
	game, family := bsp.Quake2, assets.Quake2
	if in.Format == "lit" {
		game, family = bsp.Quake, assets.Quake
	}
	data, err := sampleMap(family)
	if err != nil {
		return Found, err
	}
	m, err := bsp.Load(data)
	if err != nil {
		return Found, err
	}
	defer b.taken()
	names, name := m.Wals(), ""
	if len(names) > 0 {
		name = names[b.IntN(len(names))]
		if err := b.put(game, in.Data, walPath(name)); err != nil {
			return Found, err
		}
	}
	s, err := b.searched(game)
	if err != nil {
		return Found, err
	}
	defer s.Close()
	if name == "" {
		err = m.AttachLit(in.Data)
	} else if data, failed := s.ReadTexture(walPath(name)); failed != nil {
		err = failed
	} else {
		err = m.AttachWal(name, data)
	}
	outcome := Whole
	if err != nil {
		outcome = Refused
		if bad := plain(err.Error(), false); bad != nil {
			return Found, bad
		}
	}
	moment, err := b.pictures.moment(game, moments[b.IntN(len(moments))])
	if err != nil {
		return Found, err
	}
	sc := b.pictures.drawn()
	sc.SetGeometry(scene.Prepare(m))
	defer sc.SetGeometry(nil)
	b.pictures.game.palette, _, _ = s.Palette()
	defer func() { b.pictures.game = gameLook{} }()
	return outcome, b.picture(moment, nil)
}

// walPath returns where the texture with a name is in Quake II.
func walPath(name string) string { return "textures/" + name + ".wal" }
