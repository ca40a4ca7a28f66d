package dataset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// testRow has a column of each kind.
type testRow struct {
	Name   string   `json:"name" parquet:"name,dict"`
	Team   *string  `json:"team" parquet:"team,dict"`
	Text   *string  `json:"text" parquet:"text"`
	Count  int32    `json:"count" parquet:"count"`
	Health *int32   `json:"health" parquet:"health"`
	X      float32  `json:"x" parquet:"x"`
	Speed  *float32 `json:"speed" parquet:"speed"`
	Clock  float64  `json:"clock" parquet:"clock"`
	Dead   bool     `json:"dead" parquet:"dead"`
	Air    *bool    `json:"air" parquet:"air"`
}

// testRows returns n rows with runs of equal values and nulls of many lengths.
func testRows(n int) []testRow {
	rows := make([]testRow, n)
	for i := range rows {
		r := &rows[i]
		run := int(math.Sqrt(float64(i)))
		*r = testRow{Name: fmt.Sprint("player", i%300), Count: int32(run - 100), X: float32(i) / 3, Clock: -float64(i),
			Dead: run%2 == 0}
		if run%3 != 0 {
			health, speed, air, team := int32(i), float32(-run), i%5 < 2, fmt.Sprint("team", run%7)
			r.Health, r.Speed, r.Air, r.Team = &health, &speed, &air, &team
		}
		if i%4 == 0 {
			text := strings.Repeat("ä", i%17)
			r.Text = &text
		}
	}
	return rows
}

func parquetOf(t *testing.T, rows []testRow) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter[testRow](Parquet, &out)
	if err != nil {
		t.Fatal(err)
	}
	for len(rows) > 0 {
		n := min(len(rows), 1000)
		if err := w.Write(rows[:n]); err != nil {
			t.Fatal(err)
		}
		rows = rows[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestParquetRows reads files of several lengths with another package.
func TestParquetRows(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 1000, rowsTogether + 5} {
		rows := testRows(n)
		data := parquetOf(t, rows)
		file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(file.RowGroups()), (n+rowsTogether-1)/rowsTogether; got != want {
			t.Errorf("%d rows: %d groups, want %d", n, got, want)
		}
		table := [][]string{{"name", "team", "text", "count", "health", "x", "speed", "clock", "dead", "air"}}
		text := func(s *string) string {
			if s == nil {
				return ""
			}
			return *s
		}
		for i := range rows {
			r := &rows[i]
			line := []string{r.Name, text(r.Team), text(r.Text), strconv.Itoa(int(r.Count)), "",
				strconv.FormatFloat(float64(r.X), 'f', -1, 32), "", strconv.FormatFloat(r.Clock, 'f', -1, 64),
				strconv.FormatBool(r.Dead), ""}
			if r.Health != nil {
				line[4], line[6], line[9] = strconv.Itoa(int(*r.Health)),
					strconv.FormatFloat(float64(*r.Speed), 'f', -1, 32), strconv.FormatBool(*r.Air)
			}
			table = append(table, line)
		}
		sameAsTable(t, data, table)
	}
}

// TestParquetBounds: readers leave groups out by the lowest and highest values and the number of nulls.
func TestParquetBounds(t *testing.T) {
	nan, zero := float32(math.NaN()), float32(0)
	rows := []testRow{{Name: "b", Count: 5, X: nan, Speed: &zero, Clock: 2}, {Name: "a", Count: -5, Clock: -2}}
	data := parquetOf(t, rows)
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	single := func(v float32) string {
		return string(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
	}
	double := func(v float64) string {
		return string(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	for i, want := range []struct {
		lowest, highest string
		nulls           int64
	}{
		{"a", "b", 0}, {"", "", 2}, {"", "", 2}, {"\xfb\xff\xff\xff", "\x05\x00\x00\x00", 0}, {"", "", 2},
		{"", "", 0}, // NaN is in no order
		{single(float32(math.Copysign(0, -1))), single(0), 1}, {double(-2), double(2), 0}, {"", "", 0}, {"", "", 2},
	} {
		s := file.Metadata().RowGroups[0].Columns[i].MetaData.Statistics
		if string(s.MinValue) != want.lowest || string(s.MaxValue) != want.highest || s.NullCount != want.nulls {
			t.Errorf("column %d: %q to %q, %d nulls; want %q to %q, %d", i, s.MinValue, s.MaxValue, s.NullCount,
				want.lowest, want.highest, want.nulls)
		}
	}
}
