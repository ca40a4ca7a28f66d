package torture

import "slices"

// A container's packets, changed as wholes: blocks that are lost, come twice, or come
// from another demo.

// piece is a part of a demo: whole packets.
type piece struct {
	data []byte
	cuts []int // offsets of packets in data, and its end
}

// head returns the first packets of a demo, about size bytes.
func (s *Source) head(size int) piece {
	cuts := s.packets()
	i, _ := slices.BinarySearch(cuts, size)
	i = min(max(i, 1), len(cuts)-1)
	return piece{s.Data[:cuts[i]:cuts[i]], cuts[:i+1]}
}

// window returns packets from a random place of a demo, about size bytes.
func (m *maker) window(s *Source, size int) []byte {
	cuts := s.packets()
	i := m.below(len(cuts) - 1)
	j, _ := slices.BinarySearch(cuts, cuts[i]+size)
	j = min(max(j, i+1), len(cuts)-1)
	m.note("followed by packets from byte %d to %d", cuts[i], cuts[j])
	return s.Data[cuts[i]:cuts[j]]
}

// headerFields are the offsets in a packet of the numbers of a container's header.
var headerFields = map[string][]int{
	"dem":  {0, 4, 8, 12, 16},
	"qwd":  {0, 4, 5, 9, 13, 17},
	"mvd":  {0, 1, 2, 6, 10},
	"dm2":  {0, 4, 5, 9},
	"mvd2": {0, 2, 3},
	"dm3":  {0, 4, 8, 12},
}

// ends are the marks at the end of a container that has one.
var ends = map[string]string{"dm2": "\xff\xff\xff\xff", "mvd2": "\x00\x00", "dm3": "\xff\xff\xff\xff\xff\xff\xff\xff"}

// places returns where the numbers of the containers' headers are in a piece.
func (m *maker) places(format string, cuts []int) []int {
	fields := headerFields[format]
	if len(fields) == 0 || len(cuts) < 2 {
		return nil
	}
	list := make([]int, 0, 16)
	for range 8 {
		list = append(list, cuts[m.IntN(len(cuts)-1)]+fields[m.IntN(len(fields))])
	}
	return list
}

// packets returns data with packets lost, repeated, moved, or put in from others. The
// result is a new slice.
func (m *maker) packets(p piece, others func() *Source) []byte {
	out := slices.Clone(p.data)
	cuts := p.cuts
	for n := 1 + m.IntN(3); n > 0; n-- {
		i := m.below(len(cuts) - 1)
		j := min(len(cuts)-1, i+1+m.small(8))
		from, to := min(cuts[i], len(out)), min(cuts[j], len(out))
		switch m.IntN(5) {
		case 0:
			out = slices.Delete(out, from, to)
			m.note("packets %d to %d lost", i, j)
		case 1:
			times := 1 + m.small(min(32, (maxGrown-1)*len(out)/max(1, to-from)))
			out = slices.Insert(out, from, slices.Repeat(out[from:to], times)...)
			m.note("packets %d to %d come %d times more", i, j, times)
		case 2:
			part := slices.Clone(out[from:to])
			out = slices.Delete(out, from, to)
			at := min(len(out), cuts[m.IntN(len(cuts))])
			out = slices.Insert(out, at, part...)
			m.note("packets %d to %d moved to byte %d", i, j, at)
		default:
			s := others()
			if s == nil {
				continue
			}
			m.note("packets of %s at byte %d", s.Name, from)
			out = slices.Insert(out, from, m.window(s, 1+m.small(4096))...)
		}
	}
	return out
}
