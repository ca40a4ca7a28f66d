package dataset

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// Form is how a table is written.
type Form string

// The forms.
const (
	NDJSON Form = "ndjson" // a JSON object a line
	CSV    Form = "csv"    // with the names of the columns in the first line; null is nothing
	// Spreadsheet is CSV in which a text that a spreadsheet would take for a formula has an apostrophe before it.
	Spreadsheet Form = "spreadsheet"
	Parquet     Form = "parquet" // in columns, compressed
)

// Extension returns the extension of a file in the form, without the dot.
func (f Form) Extension() string {
	if f == Spreadsheet {
		return string(CSV)
	}
	return string(f)
}

// Writer writes the rows of a table. Close ends the table.
type Writer[T any] interface {
	Write(rows []T) error
	Close() error
}

// NewWriter begins a table of a form. T is one of the rows of this package, or its body.
func NewWriter[T any](form Form, out io.Writer) (Writer[T], error) {
	switch form {
	case NDJSON:
		return newLines[T](out), nil
	case CSV, Spreadsheet:
		return newTable[T](out, form == Spreadsheet)
	case Parquet:
		return newParquet[T](out)
	}
	return nil, fmt.Errorf("unknown table format %q", form)
}

// lines writes lines of JSON.
type lines[T any] struct {
	out *bufio.Writer
	enc *json.Encoder
}

func newLines[T any](out io.Writer) *lines[T] {
	w := bufio.NewWriterSize(out, 1<<16)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return &lines[T]{w, enc}
}

func (l *lines[T]) Write(rows []T) error {
	for i := range rows {
		if err := l.enc.Encode(&rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func (l *lines[T]) Close() error { return l.out.Flush() }

// table writes CSV.
type table[T any] struct {
	out    *csv.Writer
	fields [][]int // by reflection
	quotes bool    // what would be formulas
	row    []string
}

func newTable[T any](out io.Writer, quotes bool) (*table[T], error) {
	t := &table[T]{out: csv.NewWriter(out), quotes: quotes}
	var head []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name := f.Tag.Get("json"); name != "" && !f.Anonymous {
			t.fields, head = append(t.fields, f.Index), append(head, name)
		}
	}
	t.row = make([]string, len(head))
	return t, t.out.Write(head)
}

func (t *table[T]) Write(rows []T) error {
	for i := range rows {
		v := reflect.ValueOf(&rows[i]).Elem()
		for k, index := range t.fields {
			cell := v.FieldByIndex(index)
			t.row[k] = cellOf(cell)
			if t.quotes && isText(cell) && t.row[k] != "" && strings.Contains("=+-@\t\r", t.row[k][:1]) {
				t.row[k] = "'" + t.row[k]
			}
		}
		if err := t.out.Write(t.row); err != nil {
			return err
		}
	}
	return nil
}

func (t *table[T]) Close() error {
	t.out.Flush()
	return t.out.Error()
}

// isText reports whether a value is a text, or may be one.
func isText(v reflect.Value) bool {
	t := v.Type()
	return t.Kind() == reflect.String || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.String
}

// cellOf returns a value as CSV has it.
func cellOf(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int32:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float32:
		return strconv.FormatFloat(v.Float(), 'f', -1, 32)
	}
	return strconv.FormatFloat(v.Float(), 'f', -1, 64)
}
