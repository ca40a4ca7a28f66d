package library

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"

	"demoscope/internal/filename"
)

// Column is a column that a list can be sorted by.
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
	ByBest // by the pattern of the best moment, then by [pattern.Better], for example most kills first
	ByRecorder
	ByFormat
	ByDamage // readable demos, then damaged ones, then unreadable ones
	ByFolder

	// ColumnCount is the number of columns.
	ColumnCount
)

var columnNames = [ColumnCount]string{"date", "file", "game", "map", "mode", "players", "result", "length", "size",
	"best", "recorder", "format", "damage", "folder"}

// String returns the name of a column, such as "date".
func (c Column) String() string { return columnNames[c%ColumnCount] }

// Descending reports whether the largest values are the most interesting: the newest, the longest, the best.
func (c Column) Descending() bool {
	return c == ByDate || c == ByLength || c == BySize || c == ByBest || c == ByDamage
}

// ColumnNamed returns the column with a name. ok is false if there is none.
func ColumnNamed(name string) (c Column, ok bool) {
	i := slices.Index(columnNames[:], name)
	return Column(max(i, 0)), i >= 0
}

// List holds everything known at some time. It never changes and is safe for concurrent use.
type List struct {
	rows   []*Row
	text   string         // the texts of all rows, concatenated
	fields []filterFields // of each row

	unreadable int
	copies     int

	mu     sync.Mutex
	orders [ColumnCount][]int32 // of rows
	valued [ColumnCount]int     // number of rows with a value in the column; they come first in the order
	facets *facets

	fitting *facets // facets of the demos that match the query in fits, the last one that was completed
	fits    string
}

// newList returns a list of rows. It sorts and counts whatever the previous list was asked for, because it will
// probably be needed again and nobody waits for it now.
func newList(rows []*Row, before *List) *List {
	l := &List{rows: rows, fields: make([]filterFields, len(rows))}
	size := 0
	for _, r := range rows {
		size += len(r.texts.all)
	}
	var b strings.Builder
	b.Grow(size)
	for i, r := range rows {
		l.fields[i] = r.filterFields()
		l.fields[i].at = uint32(b.Len())
		if r.Unreadable() {
			l.unreadable++
		}
		l.copies += max(0, len(r.Places)-1)
		b.WriteString(r.texts.all)
	}
	l.text = b.String()
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
		l.facet("")
	}
	return l
}

// Len returns the number of demos.
func (l *List) Len() int { return len(l.rows) }

// Prepare computes what sorting by any column and [Complete] need. With very many demos that takes a moment, so a
// program may call it on another goroutine before the user asks.
func (l *List) Prepare() {
	for c := range ColumnCount {
		l.order(c)
	}
	l.facet("")
}

// Select appends to dst the rows that a filter accepts, sorted by a column in ascending or descending order. In both
// orders, demos without a value in the column come last; sorted by date, these are the demos dated only by their file.
// A nil filter accepts all. With dst of an earlier call, cut to [:0], Select allocates little.
func (l *List) Select(dst []*Row, f *Filter, by Column, descending bool) []*Row {
	order := l.order(by)
	var keeps []bool
	if f != nil {
		// Filtering in memory order takes a third of the time of filtering in sorted order.
		keeps = make([]bool, len(l.rows))
		for i := range l.fields {
			s := &l.fields[i]
			keeps[i] = f.keeps(s, l.text[s.at:s.at+s.texts.ends[partCount-1]])
		}
	}
	valued := l.valued[by%ColumnCount] // does not change once the order exists
	for _, order := range [...][]int32{order[:valued], order[valued:]} {
		dst = l.appendOrdered(dst, order, keeps, descending)
	}
	return dst
}

// appendOrdered appends the rows of an order, or of its reverse, that are set in keeps. A nil keeps means all.
func (l *List) appendOrdered(dst []*Row, order []int32, keeps []bool, descending bool) []*Row {
	for i := range order {
		n := order[i]
		if descending {
			n = order[len(order)-1-i]
		}
		if keeps == nil || keeps[n] {
			dst = append(dst, l.rows[n])
		}
	}
	return dst
}

// ByID returns the row with an ID, or nil if there is none.
func (l *List) ByID(id int64) *Row {
	return l.first(func(r *Row) bool { return r.ID == id })
}

// ByKey returns the row of a demo's content, or nil if there is none.
func (l *List) ByKey(k Key) *Row {
	return l.first(func(r *Row) bool { return r.Key == k })
}

func (l *List) first(is func(*Row) bool) *Row {
	if i := slices.IndexFunc(l.rows, is); i >= 0 {
		return l.rows[i]
	}
	return nil
}

// Unreadable returns the number of unreadable files: damaged ones, and ones that are not demos.
func (l *List) Unreadable() int { return l.unreadable }

// Copies returns the number of files that are copies of others.
func (l *List) Copies() int { return l.copies }

// order returns the indices of all rows sorted by a column. Equal rows are sorted by date, and rows dated only by their
// file come last, because a file's time says little.
func (l *List) order(c Column) []int32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	c %= ColumnCount
	if l.orders[ByDate] == nil {
		list, instants := make([]int32, len(l.rows)), make([]string, len(l.rows))
		for i := range list {
			list[i], instants[i] = int32(i), l.rows[i].Instant()
		}
		slices.SortFunc(list, func(a, b int32) int {
			x, y := l.rows[a], l.rows[b]
			return cmp.Or(undated(x)-undated(y), strings.Compare(instants[a], instants[b]), strings.Compare(x.texts.all,
				y.texts.all), cmp.Compare(x.ID, y.ID))
		})
		l.orders[ByDate] = list
		l.valued[ByDate] = sort.Search(len(list), func(i int) bool { return undated(l.rows[list[i]]) > 0 })
	}
	if l.orders[c] == nil {
		l.orders[c], l.valued[c] = l.sorted(c)
	}
	return l.orders[c]
}

// undated returns 1 for a row dated only by its file, and 0 for others.
func undated(r *Row) int {
	if r.DateFrom == FromFile {
		return 1
	}
	return 0
}

// sorted sorts the rows by another column than the date. Equal rows stay in the order of dates. Rows without a value
// come last; valued is the number of rows before them.
func (l *List) sorted(c Column) (order []int32, valued int) {
	type keyed struct {
		key   uint64
		at    int32 // position in the order of dates
		lacks bool  // has no value
	}
	byDate := l.orders[ByDate]
	list := make([]keyed, len(byDate))
	if text := columnTexts[c]; text != nil {
		// Equal texts get the same number, so that few texts are compared.
		numbers := make(map[string]uint64, len(byDate)/4)
		var all []string
		for i, n := range byDate {
			text := text(l.rows[n])
			if _, ok := numbers[text]; !ok {
				numbers[text] = 0
				all = append(all, text)
			}
			list[i].at = int32(i)
		}
		slices.SortFunc(all, filename.Compare)
		for i, text := range all {
			numbers[text] = uint64(i)
		}
		for i, n := range byDate {
			value := text(l.rows[n])
			list[i].key, list[i].lacks = numbers[value], value == ""
		}
	} else {
		for i, n := range byDate {
			list[i] = keyed{number(l.rows[n], c), int32(i), lacks(l.rows[n], c)}
		}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		if a.lacks != b.lacks {
			if b.lacks {
				return -1
			}
			return 1
		}
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return int(a.at - b.at)
	})
	order = make([]int32, len(list))
	for i := range list {
		order[i] = byDate[list[i].at]
		if !list[i].lacks {
			valued++
		}
	}
	return order, valued
}

// columnTexts are functions that return the text to sort by, nil for columns of numbers.
var columnTexts = [ColumnCount]func(*Row) string{
	ByFile: partText(partBase), ByGame: partText(partGame), ByMap: partText(partMaps), ByMode: partText(partMode),
	ByPlayers: partText(partSides),
	ByResult:  partText(partResult), ByRecorder: partText(partRecorder), ByFormat: func(r *Row) string {
		return r.Format
	},
	ByFolder: folderText,
}

// folderText returns the folder or archive of a demo in lower case.
func folderText(r *Row) string {
	file, _, _ := strings.Cut(r.texts.part(partFile), "\n")
	return file[:max(0, strings.LastIndexAny(file, `/\`))]
}

func partText(p part) func(*Row) string { return func(r *Row) string { return r.texts.part(p) } }

// number returns a sort key for a column of numbers. Larger values have larger keys.
func number(r *Row, c Column) uint64 {
	switch c {
	case ByLength:
		return ordered(r.Length)
	case BySize:
		return ordered(float64(r.Size))
	case ByBest: // no best moment first, then the least valuable pattern
		if r.Best == nil {
			return 0
		}
		return uint64(1+len(bestKinds)-rank(r.Best.Kind))<<32 | ordered(r.Best.Most)>>32
	case ByDamage:
		switch {
		case r.Error != "":
			return 2
		case r.Damage != "":
			return 1
		}
	}
	return 0
}

// lacks reports whether a row has no value in a column of numbers.
func lacks(r *Row, c Column) bool {
	switch c {
	case ByLength:
		return r.Unreadable()
	case ByBest:
		return r.Best == nil
	}
	return false
}

// ordered maps a float to bits that sort like the floats.
func ordered(v float64) uint64 {
	bits := math.Float64bits(v)
	if bits>>63 != 0 {
		return ^bits
	}
	return bits | 1<<63
}
