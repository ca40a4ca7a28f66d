package main

import (
	"bufio"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// columnGap is how many spaces are between two columns of a table.
const columnGap = 2

// textTable is a table of printable texts, whose columns are as wide on a terminal as their widest cell. One that is
// far wider than most others moves only what is behind it in its row.
type textTable struct{ rows [][]string }

// add adds a row.
func (t *textTable) add(cells ...string) { t.rows = append(t.rows, cells) }

// write writes the table. Errors are those of the stream.
func (t *textTable) write(out *bufio.Writer) {
	var columns [][]int // widths of the cells
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(columns) {
				columns = append(columns, nil)
			}
			columns[i] = append(columns[i], displayWidth(cell))
		}
	}
	widths := make([]int, len(columns))
	for i, cells := range columns {
		widths[i] = columnWidth(cells)
	}
	for _, row := range t.rows {
		for i, cell := range row {
			out.WriteString(cell)
			if i+1 < len(row) {
				out.WriteString(strings.Repeat(" ", max(0, widths[i]-displayWidth(cell))+columnGap))
			}
		}
		out.WriteByte('\n')
	}
}

// plentyWide is how much wider than twice what three of four cells have a cell may be, in columns of a terminal.
const plentyWide = 16

// columnWidth returns the width of a column whose cells have these widths, which it sorts.
func columnWidth(cells []int) int {
	slices.Sort(cells)
	limit := 2*cells[(len(cells)-1)*3/4] + plentyWide
	for _, width := range slices.Backward(cells) {
		if width <= limit {
			return width
		}
	}
	return 0
}

// displayWidth returns how many columns of a terminal a text takes: wide letters take two,
// combining characters take none.
func displayWidth(text string) int {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}

// shorten cuts a text to a number of columns of a terminal, and no letter in two.
func shorten(text string, columns int) string {
	const dots = "..."
	if displayWidth(text) <= columns {
		return text
	}
	end, width := 0, 0
	for letters := uniseg.NewGraphemes(text); letters.Next(); {
		if width += letters.Width(); width > columns-len(dots) {
			break
		}
		_, end = letters.Positions()
	}
	return text[:end] + dots
}
