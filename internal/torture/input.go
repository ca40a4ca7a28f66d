package torture

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Input is a changed file.
type Input struct {
	Kind   Kind   `json:"kind"`
	Format string `json:"format"` // of the source that it was made from
	Name   string `json:"name"`
	Data   []byte `json:"-"`
	// Seed is where the random numbers of the drives begin.
	Seed uint64 `json:"seed"`
	// Sources and Mutations say how it was made, if that was asked for.
	Source    string   `json:"source"`
	Mutations []string `json:"mutations,omitempty"`
}

// Maker makes inputs from sources.
type Maker struct {
	Seed    uint64
	sources []*Source
	kinds   map[Kind][]*Source
	formats map[string][]*Source // demos
	names   []string             // of formats that have a demo
}

// NewMaker returns a maker.
func NewMaker(seed uint64, sources []*Source) *Maker {
	k := &Maker{Seed: seed, sources: sources, kinds: map[Kind][]*Source{}, formats: map[string][]*Source{}}
	for _, s := range sources {
		k.kinds[s.Kind] = append(k.kinds[s.Kind], s)
		if s.Kind == KindDemo {
			k.formats[s.Format] = append(k.formats[s.Format], s)
		}
	}
	for name := range k.formats {
		k.names = append(k.names, name)
	}
	slices.Sort(k.names)
	return k
}

// shares are how many of a thousand inputs are of a kind.
var shares = []struct {
	kind  Kind
	share int
}{{KindDemo, 898}, {KindText, 20}, {KindMap, 10}, {KindModel, 30}, {KindTexture, 10}, {KindArchive, 20},
	{KindBookmarks, 10}, {KindSettings, 2}}

// Make returns the input of a run; the same one each time. If keep is set, Mutations
// says what was done. ok is false if the encoder refused what was to be written.
func (k *Maker) Make(run uint64, keep bool) (in Input, ok bool) {
	m := newMaker(k.Seed, run)
	m.keep = keep
	for {
		n := m.IntN(1000)
		i := 0
		for ; n >= shares[i].share; i++ {
			n -= shares[i].share
		}
		in.Kind = shares[i].kind
		if in.Kind == KindText && len(k.names) > 0 || len(k.kinds[in.Kind]) > 0 {
			break
		}
	}
	in.Seed = m.Uint64()
	switch in.Kind {
	case KindDemo:
		ok = k.demo(m, &in)
	case KindText:
		s, other := k.someDemo(m), k.someDemo(m)
		in.Format, in.Name, in.Source = s.Format, s.Name+".txt", s.Name
		in.Data, ok = m.textOf(s.lines(), other.lines()), true
	default:
		list := k.kinds[in.Kind]
		s, other := pick(m, list), pick(m, list)
		in.Format, in.Name, in.Source = s.Format, s.Name, s.Name
		data := slices.Clone(s.Data)
		switch in.Kind {
		case KindMap:
			in.Data = m.bsp(data, other.Data)
		case KindModel:
			in.Data = m.modelOf(data, other.Data)
		case KindTexture:
			in.Data = m.bytes(data, headerPlaces, other.Data)
		case KindArchive:
			in.Data = m.packed(data)
		default:
			if m.in(2) {
				in.Data = m.textOf(data, other.Data)
			} else {
				in.Data = m.bytes(data, nil, other.Data)
			}
		}
		ok = true
	}
	in.Mutations = m.list
	return in, ok
}

// large is how many times larger than this, in bytes, a file may be and still be used
// as often as others.
const large = 700 << 10

// pick returns a source, a large one seldom.
func pick(m *maker, list []*Source) *Source {
	for {
		if s := list[m.IntN(len(list))]; len(s.Data) < large || m.in(20) {
			return s
		}
	}
}

// someDemo returns a demo, of each format as often as of the others.
func (k *Maker) someDemo(m *maker) *Source {
	list := k.formats[k.names[m.IntN(len(k.names))]]
	return list[m.IntN(len(list))]
}

// sizes are the lengths of the heads of demos, in bytes; short ones are used more often.
var sizes = [...]int{1 << 10, 1 << 10, 2 << 10, 2 << 10, 2 << 10, 4 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10}

// demo makes a demo.
func (k *Maker) demo(m *maker, in *Input) (ok bool) {
	s := k.someDemo(m)
	in.Format, in.Name, in.Source = s.Format, s.Name, s.Name
	size := sizes[m.IntN(len(sizes))]
	if m.in(2000) {
		size = maxSource
	}
	p := s.head(size)
	m.note("%s: the first %d bytes", s.Name, len(p.data))
	same := func() *Source { return pick(m, k.formats[s.Format]) }
	any := func() *Source {
		if m.in(3) {
			return k.someDemo(m)
		}
		return same()
	}
	var later []byte
	if m.in(3) { // what comes later in the demo, without what came before it
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
	var err error
	switch m.IntN(10) {
	case 0, 1, 2:
		in.Data = m.packets(p, any)
	case 3, 4, 5:
		if in.Data, err = m.messages(s.Format, s.Name, p, any); err != nil {
			return false
		}
	default:
		in.Data = slices.Clone(p.data)
		in.Data = m.bytes(in.Data, within(m.places(s.Format, p.cuts), len(in.Data)), any().head(4<<10).data)
	}
	if m.in(4) {
		in.Data = m.bytes(in.Data, nil, nil)
	}
	switch {
	case m.in(40):
		in.Name, in.Data = m.wrap(in.Name, in.Data)
	case m.in(40):
		in.Name = []string{"x", "x.dem", "x.qwd", "x.mvd", "x.dm2", "x.mvd2", "x.dm_68", "x.dm_3",
			"x.dm_99999999999999999999", "x.bsp", ""}[m.IntN(11)]
		m.note("named %q", in.Name)
	}
	return true
}

// String says what an input is.
func (in *Input) String() string {
	return fmt.Sprintf("%s %s from %s, %d bytes", in.Format, in.Kind, in.Source, len(in.Data))
}

// drivesRandom returns the random numbers of a drive.
func (in *Input) drivesRandom(drive string) *rand.Rand {
	n := uint64(0)
	for _, c := range drive {
		n = n*31 + uint64(c)
	}
	return rand.New(rand.NewPCG(in.Seed, n))
}
