package text

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"demoscope/formats/message"
)

// errTwice says that a state repeats a field or its list of fields.
var errTwice = errors.New("duplicate field")

// states describes the fields of a type of states.
type states struct {
	// names are the names of all indices; an index without a name has its number as its name.
	names [256]stateName
	index map[string]uint8
}

type stateName struct {
	name  string
	key   []byte // as JSON, including the colon
	float bool
}

func newStates(fields []message.StateField) *states {
	s := &states{index: map[string]uint8{}}
	for i := range s.names {
		var f message.StateField
		if i < len(fields) {
			f = fields[i]
		}
		if f.Name == "" {
			f.Name = strconv.Itoa(i)
		}
		s.names[i] = stateName{f.Name, append(strconv.AppendQuote(nil, f.Name), ':'), f.Float}
		s.index[f.Name] = uint8(i)
	}
	return s
}

// state writes the changes of a state by name, then the unusual forms. In the readable form the changes are among the
// other fields.
func (w *Writer) state(names *states, v reflect.Value) {
	s := v.Addr().Interface().(message.SnapshotState)
	first, end := s.Range()
	if first < 0 || first >= end || int(end) > len(w.changes) {
		return
	}
	changes := w.changes[first:end]
	if !w.readable {
		w.key([]byte(`"fields":`), "fields")
		w.b = append(w.b, '{')
	}
	unusual := false
	for _, c := range changes {
		n := &names.names[c.Field]
		w.key(n.key, n.name)
		if n.float {
			w.bits32(uint32(c.Value))
		} else {
			w.b = strconv.AppendInt(w.b, int64(c.Value), 10)
		}
		unusual = unusual || c.Form != s.UsualForm(w.announced.protocol, c)
	}
	if !w.readable {
		w.b = append(w.b, '}')
	}
	if !unusual {
		return
	}
	w.key([]byte(`"forms":`), "forms")
	w.b = append(w.b, '{')
	for _, c := range changes {
		if c.Form != s.UsualForm(w.announced.protocol, c) {
			n := &names.names[c.Field]
			w.key(n.key, n.name)
			w.word(c.Form.Words(), uint64(c.Form))
		}
	}
	w.b = append(w.b, '}')
}

// beginState gives a state an empty range at the end of the changes so far.
func (c *cursor) beginState(v reflect.Value) {
	if c.changes != nil {
		v.Addr().Interface().(message.SnapshotState).SetRange(*c.changes, len(*c.changes))
	}
}

// state reads the changes of a state, or the forms of the changes read before.
func (c *cursor) state(names *states, v reflect.Value, key string) error {
	s := v.Addr().Interface().(message.SnapshotState)
	first, end := s.Range()
	switch {
	case c.changes == nil:
	case key == "forms":
		return c.each(func() error { return c.stateForm(names, (*c.changes)[first:end]) })
	case key == "fields" && first != end:
		return fmt.Errorf("fields: %w", errTwice)
	case key == "fields":
		var seen [256]bool
		if err := c.each(func() error { return c.stateField(names, s, &seen) }); err != nil {
			return err
		}
		s.SetRange(*c.changes, int(first))
		return nil
	}
	return fmt.Errorf("unknown field %.100q", key)
}

// stateField reads the value of the field whose name is in scratch.
func (c *cursor) stateField(names *states, s message.SnapshotState, seen *[256]bool) error {
	i, ok := names.index[string(c.scratch)]
	if !ok {
		return fmt.Errorf("unknown field %.100q", c.scratch)
	}
	change := message.SnapshotChange{Field: i}
	var err error
	if n := &names.names[i]; seen[i] {
		err = errTwice
	} else if n.float {
		var bits uint32
		bits, err = c.float32()
		change.Value = int32(bits)
	} else {
		var v int64
		if v, err = strconv.ParseInt(string(c.number()), 10, 32); err != nil {
			err = errNumber
		}
		change.Value = int32(v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", names.names[i].name, err)
	}
	seen[i] = true
	change.Form = s.UsualForm(c.announced.protocol, change)
	*c.changes = append(*c.changes, change)
	return nil
}

// stateForm reads the form of the field whose name is in scratch. The field must be one of changes.
func (c *cursor) stateForm(names *states, changes []message.SnapshotChange) error {
	i, ok := names.index[string(c.scratch)]
	for k := range changes {
		if ok && changes[k].Field == i {
			form, err := c.wordNumber(message.FormPlain.Words(), 8)
			if err != nil {
				return fmt.Errorf("%s: %w", names.names[i].name, err)
			}
			changes[k].Form = message.SnapshotForm(form)
			return nil
		}
	}
	return fmt.Errorf("forms: unknown field %.100q", c.scratch)
}

// each reads an object. It calls field for each value, with the key in scratch.
func (c *cursor) each(field func() error) error {
	if err := c.take('{'); err != nil {
		return err
	}
	if c.is('}') {
		return nil
	}
	for {
		var err error
		if c.scratch, err = c.bytes(c.scratch[:0]); err != nil {
			return err
		}
		if err := c.take(':'); err != nil {
			return err
		}
		if err := field(); err != nil {
			return err
		}
		if !c.is(',') {
			return c.take('}')
		}
	}
}
