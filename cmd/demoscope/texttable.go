package main

import (
	"bufio"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// columnGap is how many spaces are between two columns of a table.
const columnGap = 2

// textTable is a table of printable texts, whose columns are as wide on a terminal as their widest cell.
type textTable struct{ rows [][]string }

// write writes the table. Errors are those of the stream.
func (t *textTable) write(out *bufio.Writer) {
	var widths []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], displayWidth(cell))
		}
	}
	for _, row := range t.rows {
		for i, cell := range row {
			out.WriteString(cell)
			if i+1 < len(row) {
				out.WriteString(strings.Repeat(" ", widths[i]-displayWidth(cell)+columnGap))
			}
		}
		out.WriteByte('\n')
	}
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
