package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// dated has the columns of a date, and texts that spreadsheets would take for formulas.
type dated struct {
	Day  Day     `json:"day" parquet:"day"`
	Date Date    `json:"date" parquet:"date"`
	X    float32 `json:"x" parquet:"x"`
	Name *string `json:"name" parquet:"name"`
}

func write(t *testing.T, form Form, rows []dated) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter[dated](form, &out)
	if err == nil {
		err = errors.Join(w.Write(rows), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDates: in Parquet, days are days and dates are times in UTC; what is not known is null, and so it is in JSON.
func TestDates(t *testing.T) {
	var rows []dated
	for _, date := range []string{"2022-01-04T00:15:39+01:00", "2024-06-16T17:19:29Z", "2024-06-16T17:19:29",
		"2024-06-16", "", "1996-07-22T00:00:00-05:00"} {
		rows = append(rows, dated{Day: day(date), Date: Date(date)})
	}
	data := write(t, Parquet, rows)
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if s := file.Schema().String(); !strings.Contains(s, "optional int32 day (DATE)") || !strings.Contains(s,
		"optional int64 date (TIMESTAMP(isAdjustedToUTC=true,unit=MILLIS))") {
		t.Errorf("the columns are %s", s)
	}
	table := [][]string{
		{"day", "date", "x", "name"},
		{"18996", "1641251739000", "0", ""}, // 2022-01-04, and 2022-01-03 23:15:39 UTC
		{"19890", "1718558369000", "0", ""},
		{"19890", "1718558369000", "0", ""},
		{"19890", "", "0", ""},
		{"", "", "0", ""},
		{"9699", "838011600000", "0", ""},
	}
	sameAsTable(t, data, table)
	var unknown struct{ Day, Date *string }
	line := strings.Split(string(write(t, NDJSON, rows)), "\n")[4]
	if err := json.Unmarshal([]byte(line), &unknown); err != nil || unknown.Day != nil || unknown.Date != nil ||
		!strings.Contains(line, `"day":null,"date":null`) {
		t.Errorf("%s: %v", line, err)
	}
}

// TestSpreadsheet: a text that begins like a formula has an apostrophe before it, and only in the form for
// spreadsheets; numbers stay.
func TestSpreadsheet(t *testing.T) {
	var rows []dated
	for _, name := range []string{"=1+1", "+x", "-s-", "@x", "\tx", "x=", ""} {
		rows = append(rows, dated{X: -1.5, Name: &name})
	}
	rows = append(rows, dated{X: 2})
	plain := "day,date,x,name\n,,-1.5,=1+1\n,,-1.5,+x\n,,-1.5,-s-\n,,-1.5,@x\n" +
		",,-1.5,\"\tx\"\n,,-1.5,x=\n,,-1.5,\n,,2,\n"
	if got := string(write(t, CSV, rows)); got != plain {
		t.Errorf("%q, want %q", got, plain)
	}
	quoted := "day,date,x,name\n,,-1.5,'=1+1\n,,-1.5,'+x\n,,-1.5,'-s-\n,,-1.5,'@x\n" +
		",,-1.5,'\tx\n,,-1.5,x=\n,,-1.5,\n,,2,\n"
	if got := string(write(t, Spreadsheet, rows)); got != quoted {
		t.Errorf("%q, want %q", got, quoted)
	}
}
