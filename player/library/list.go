package library

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Column is what a list is sorted by.
type Column uint8

// The columns.
const (
	ByDate Column = iota
	ByFile
	ByGame
	ByMap
	ByMode
	ByPlayers
	ByResult
	ByLength
	BySize
	ByBest // the pattern of the best moment, then as [pattern.Better] has it: most kills first

	// ColumnCount is how many there are.
	ColumnCount
)

var columnNames = [ColumnCount]string{"date", "file", "game", "map", "mode", "players", "result", "length", "size", "best"}

// String returns the name of a column, as "date".
func (c Column) String() string { return columnNames[c%ColumnCount] }

// Columns returns the names of all columns.
func Columns() []string { return slices.Clone(columnNames[:]) }

// Descending reports whether one wants to see the largest first: the newest, the longest, the best.
func (c Column) Descending() bool {
	return c == ByDate || c == ByLength || c == BySize || c == ByBest
}

// ColumnNamed returns the column of a name; ok is false if there is none.
func ColumnNamed(name string) (c Column, ok bool) {
	i := slices.Index(columnNames[:], name)
	return Column(max(i, 0)), i >= 0
}

// List is what is known at some time. It never changes, and may be used by several goroutines.
type List struct {
	rows []*Row

	mu     sync.Mutex
	orders [ColumnCount][]*Row
	facets *facets
}

// newList returns a list of rows. What has been asked of the list before is made at once, since it
// will be asked again, and nobody waits now.
func newList(rows []*Row, before *List) *List {
	l := &List{rows: rows}
	if before == nil {
		return l
	}
	before.mu.Lock()
	asked := [ColumnCount]bool{}
	for c := range asked {
		asked[c] = before.orders[c] != nil
	}
	faceted := before.facets != nil
	before.mu.Unlock()
	for c := range asked {
		if asked[c] {
			l.order(Column(c))
		}
	}
	if faceted {
		l.facet()
	}
	return l
}

// Len returns how many demos there are.
func (l *List) Len() int { return len(l.rows) }

// Prepare makes what sorting by any column and [Complete] need, which takes a moment with very many
// demos: a program may call it on another goroutine before a user asks.
func (l *List) Prepare() {
	for c := range ColumnCount {
		l.order(c)
	}
	l.facet()
}

// Select appends to dst the rows that a filter lets through, sorted by a column: from the
// smallest to the largest, or the other way with descending. A nil filter lets through all. With dst of
// an earlier call, cut to [:0], nothing is allocated.
func (l *List) Select(dst []*Row, f *Filter, by Column, descending bool) []*Row {
	order := l.order(by)
	for i := range order {
		r := order[i]
		if descending {
			r = order[len(order)-1-i]
		}
		if f == nil || f.Keeps(r) {
			dst = append(dst, r)
		}
	}
	return dst
}

// ByID returns the row of a number, nil if there is none.
func (l *List) ByID(id int64) *Row {
	for _, r := range l.rows {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// ByKey returns the row of a demo's content, nil if there is none.
func (l *List) ByKey(k Key) *Row {
	for _, r := range l.rows {
		if r.Key == k {
			return r
		}
	}
	return nil
}

// order returns all rows sorted by a column.
func (l *List) order(c Column) []*Row {
	l.mu.Lock()
	defer l.mu.Unlock()
	c %= ColumnCount
	if l.orders[c] == nil {
		list := slices.Clone(l.rows)
		compare := comparers[c]
		slices.SortFunc(list, func(a, b *Row) int {
			if d := compare(a, b); d != 0 {
				return d
			}
			return cmp.Or(strings.Compare(a.Date, b.Date), strings.Compare(a.lower.file, b.lower.file), cmp.Compare(a.ID, b.ID))
		})
		l.orders[c] = list
	}
	return l.orders[c]
}

// comparers compare two rows by each column.
var comparers = [ColumnCount]func(a, b *Row) int{
	ByDate:    func(a, b *Row) int { return strings.Compare(a.Date, b.Date) },
	ByFile:    func(a, b *Row) int { return strings.Compare(a.lower.base, b.lower.base) },
	ByGame:    func(a, b *Row) int { return strings.Compare(a.lower.game, b.lower.game) },
	ByMap:     func(a, b *Row) int { return strings.Compare(a.lower.maps, b.lower.maps) },
	ByMode:    func(a, b *Row) int { return strings.Compare(a.Mode, b.Mode) },
	ByPlayers: func(a, b *Row) int { return strings.Compare(a.lower.sides, b.lower.sides) },
	ByResult:  func(a, b *Row) int { return strings.Compare(a.lower.result, b.lower.result) },
	ByLength:  func(a, b *Row) int { return cmp.Compare(a.Length, b.Length) },
	BySize:    func(a, b *Row) int { return cmp.Compare(a.Size, b.Size) },
	ByBest:    compareBest,
}

// compareBest compares the best moments of two demos: one without comes first, and then the better one
// comes later, as a larger number does.
func compareBest(a, b *Row) int {
	if a.Best == nil || b.Best == nil {
		return cmp.Compare(btoi(a.Best != nil), btoi(b.Best != nil))
	}
	if d := cmp.Compare(b.Best.rank, a.Best.rank); d != 0 {
		return d
	}
	return cmp.Compare(a.Best.Most, b.Best.Most)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
