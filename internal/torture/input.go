package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"demoscope/assets"
	"demoscope/formats"
)

// Input is a changed demo.
type Input struct {
	Format string // of the source
	Name   string // of the file, by which the program may recognize it
	Source string // file from which it was made
	Data   []byte
	Seed   uint64 // seed of the drives' random numbers
}

// Source is a demo from which inputs are made.
type Source struct {
	Format string
	Name   string
	Data   []byte

	once sync.Once
	cuts []int // offsets of the packets, and the end
}

// maxSource is the maximum number of bytes used of a demo: enough for every message and many keyframes, and small
// enough for every worker to hold a large folder.
const maxSource = 1 << 20

// sources returns the built-in demos and those in the folder of real ones, by format.
var sources = sync.OnceValue(func() map[string][]*Source {
	list := map[string][]*Source{}
	add := func(name string, data []byte) {
		if demo, err := formats.Open(name, data); err == nil {
			list[demo.Name] = append(list[demo.Name], &Source{Format: demo.Name, Name: formats.UnpackedName(name),
				Data: demo.Data()})
		}
	}
	for _, d := range assets.Samples() {
		if data, err := assets.ReadSample(d.Name); err == nil {
			add(d.Name, data)
		}
	}
	if *corpus == "" {
		return list
	}
	_ = filepath.WalkDir(*corpus, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !formats.HasDemoName(path) {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, maxSource))
		if err == nil {
			add(filepath.Base(path), data)
		}
		return err
	})
	return list
})

// packets returns the offsets of the demo's packets, and the end of the last whole one.
func (s *Source) packets() []int {
	s.once.Do(func() {
		d := openAs(s.Format, s.Name, s.Data).Decoder()
		for {
			at := int(d.Mark().Offset)
			if n := len(s.cuts); n == 0 || at > s.cuts[n-1] {
				s.cuts = append(s.cuts, at)
			}
			if p, err := d.NextPacket(); err != nil || p.Missing > 0 {
				break
			}
		}
		if len(s.cuts) < 2 {
			s.cuts = []int{0, len(s.Data)}
		}
		s.Data = s.Data[:s.cuts[len(s.cuts)-1]]
	})
	return s.cuts
}

// openAs opens data as a demo of a format, whatever its content.
func openAs(format, name string, data []byte) *formats.Demo {
	return formats.Lookup(format).Open(name, data)
}

// pick returns a demo, with the same probability for each format.
func (m *maker) pick(list map[string][]*Source) *Source {
	names := make([]string, 0, len(list))
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	return m.pickOf(list[names[m.IntN(len(names))]])
}

// large is the size in bytes from which demos are picked less often.
const large = 700 << 10

// pickOf returns a demo of a list, rarely a large one.
func (m *maker) pickOf(list []*Source) *Source {
	for {
		if s := list[m.IntN(len(list))]; len(s.Data) < large || m.in(20) {
			return s
		}
	}
}

// sizes are the sizes in bytes for beginnings of demos; short ones are more frequent.
var sizes = [...]int{1 << 10, 1 << 10, 2 << 10, 2 << 10, 2 << 10, 4 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10}

// oddNames are names that say less about the content, or contradict it.
var oddNames = [...]string{"x", "x.dem", "x.qwd", "x.mvd", "x.dm2", "x.mvd2", "x.dm_68", "x.dm_3",
	"x.dm_99999999999999999999", "x.bsp", ""}

// demo makes a changed demo. ok is false if the encoder refused it.
func (m *maker) demo(list map[string][]*Source) (in *Input, ok bool) {
	s := m.pick(list)
	in = &Input{Format: s.Format, Name: s.Name, Source: s.Name, Seed: m.Uint64()}
	size := sizes[m.IntN(len(sizes))]
	if m.in(2000) {
		size = maxSource
	}
	p := s.head(size)
	other := func() *Source {
		if m.in(3) {
			return m.pick(list)
		}
		return m.pickOf(list[s.Format])
	}
	var later []byte
	if m.in(3) { // a later part of the demo, without the part before it
		later = m.window(s, 1+m.small(8<<10))
	}
	end := ends[s.Format]
	if m.in(8) {
		end = ""
	}
	p.data = slices.Concat(p.data, later, []byte(end))
	if len(later) > 0 {
		p.cuts = append(slices.Clone(p.cuts), len(p.data)-len(end))
	}
	switch m.IntN(10) {
	case 0, 1, 2:
		in.Data = m.packets(p, other)
	case 3, 4, 5:
		var err error
		if in.Data, err = m.messages(s.Format, s.Name, p, other); err != nil {
			return nil, false
		}
	default:
		in.Data = m.bytes(slices.Clone(p.data), m.places(s.Format, p.cuts), other().head(4<<10).data)
	}
	if m.in(4) {
		in.Data = m.bytes(in.Data, nil, nil)
	}
	switch {
	case m.in(40):
		in.Name, in.Data = m.pack(in.Name, in.Data)
	case m.in(40):
		in.Name = oddNames[m.IntN(len(oddNames))]
	}
	return in, true
}

// pack packs a demo in the usual ways, and sometimes damages the packing.
func (m *maker) pack(name string, data []byte) (string, []byte) {
	for range 1 + m.small(5) {
		var b bytes.Buffer
		if m.in(2) {
			z := gzip.NewWriter(&b)
			z.Write(data)
			z.Close()
			name += ".gz"
		} else {
			z := zip.NewWriter(&b)
			for i, n := range []string{m.memberName(), name, m.memberName()} {
				if w, err := z.Create(n); err == nil && i == 1 {
					w.Write(data)
				} else if err == nil {
					w.Write(m.fill(m.small(2048)))
				}
			}
			z.Close()
			name += ".zip"
		}
		data = b.Bytes()
	}
	if m.in(2) {
		data = m.bytes(data, nil, nil)
	}
	return name, data
}

// memberNames are names of files in archives that often break programs.
var memberNames = [...]string{
	"../../../tmp/x", "/etc/passwd", "C:\\x.dem", "maps\\a.bsp", "", ".", "..", "a/../b", "a//b", "CON",
	"\x1b[2Jx.dem", "\x9b31m.dem", "\u202e.dem", "a.dem", "b.mvd.gz", "c.zip", "d/", "x\x00y.dem",
	strings.Repeat("d/", 2000) + "x.dem",
}

func (m *maker) memberName() string { return memberNames[m.IntN(len(memberNames))] }
