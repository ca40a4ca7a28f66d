package survey

import "testing"

// Parts of a wall that were touched at different heights get one foot and one top, and what is presumed between two
// that are known is likely; what is presumed beside them stays so. A floor before the wall ends it. Above it
// goes on to 128 units.
func TestEvenWalls(t *testing.T) {
	f := fieldOf(newSurvey(), nil)
	f.walls = &walls{have: map[uint64]Kind{}, shut: map[uint64]bool{}, planes: map[uint64][]attesting{}}
	at := func(along, low int32) piece {
		return piece{axis: 0, side: 1, plane: 400 * planeParts, along: along, low: low}
	}
	for _, part := range [...]struct {
		along, low int32
		kind       Kind
	}{{0, 3, Wall}, {1, 2, PresumedWall}, {2, 0, Wall}, {3, 1, PresumedWall}, {4, 3, PresumedWall}} {
		for row := range int32(bodyRows) {
			f.walls.add(at(part.along, part.low+row), part.kind)
		}
	}
	f.add(spot{x: 49, y: 4, z: 16}) // before the last part, with its foot at row 2
	f.extendWalls()
	const none = KindCount
	want := [5][10]Kind{
		{LikelyWall, LikelyWall, LikelyWall, Wall, Wall, Wall, Wall, Wall, Wall, Wall},
		{LikelyWall, LikelyWall, LikelyWall, LikelyWall, LikelyWall, LikelyWall, LikelyWall, LikelyWall, LikelyWall,
			LikelyWall},
		{Wall, Wall, Wall, Wall, Wall, Wall, Wall, LikelyWall, LikelyWall, LikelyWall},
		{PresumedWall, PresumedWall, PresumedWall, PresumedWall, PresumedWall, PresumedWall, PresumedWall, PresumedWall,
			PresumedWall, PresumedWall},
		{none, none, PresumedWall, PresumedWall, PresumedWall, PresumedWall, PresumedWall, PresumedWall, PresumedWall,
			PresumedWall},
	}
	listed := map[uint64]Kind{}
	for _, w := range f.walls.list {
		listed[w.key()] = w.kind
	}
	for along := range want {
		foot := [5]int{4: 2}[along]
		for row := range 24 {
			kind := none
			switch {
			case row < len(want[along]):
				kind = want[along][row]
			case row < foot+16:
				kind = PresumedWall
			}
			got, known := listed[at(int32(along), int32(row)).key()]
			if !known {
				got = none
			}
			if got != kind {
				t.Errorf("along %d, row %d: %v, not %v", along, row, got, kind)
			}
		}
	}
}
