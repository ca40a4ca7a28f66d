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

// Form is the file format of a table.
type Form string

// The forms.
const (
	NDJSON Form = "ndjson" // one JSON object per line
	CSV    Form = "csv"    // column names in the first line; null is empty
	// Spreadsheet is CSV in which an apostrophe precedes texts that a spreadsheet would treat as formulas.
	Spreadsheet Form = "spreadsheet"
	Parquet     Form = "parquet" // columnar and compressed
)

// Extension returns the file extension of the form without the dot.
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

// NewWriter begins a table in a form. T is one of the row types of this package, or its body.
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
	fields [][]int // indices of the fields, for reflection
	quotes bool    // quote texts that look like formulas
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

// isText reports whether a value is a text, or a pointer to one.
func isText(v reflect.Value) bool {
	t := v.Type()
	return t.Kind() == reflect.String || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.String
}

// cellOf returns a value as text for CSV.
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
