package dataset

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"
)

// Form is how a table is written.
type Form string

// The forms.
const (
	NDJSON  Form = "ndjson"  // a JSON object a line
	CSV     Form = "csv"     // with the names of the columns in the first line; null is nothing
	Parquet Form = "parquet" // in columns, compressed
)

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
	case CSV:
		return newTable[T](out)
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
	row    []string
}

func newTable[T any](out io.Writer) (*table[T], error) {
	t := &table[T]{out: csv.NewWriter(out)}
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
			t.row[k] = cellOf(v.FieldByIndex(index))
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
