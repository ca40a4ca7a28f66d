package text

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// kind is the encoding of a value.
type kind uint8

const (
	kindBool kind = iota
	kindInt
	kindUint
	kindFloat32
	kindFloat64
	kindBytes // a string
	kindCoord
	kindAngle
	kindUnits
	kindWord // a number with named values
	kindList // slice or array
	kindStruct
	kindPointer // to a struct
	kindMessage // a message in another
)

// codec describes the encoding of a type.
type codec struct {
	kind kind
	// short marks an angle that has 16 bits in any protocol.
	short bool
	words []string // of kindWord
	elem  *codec   // of kindList and kindPointer
	plan  *plan    // of kindStruct
}

// plan describes the encoding of a struct type's fields.
type plan struct {
	fields []field
	mask   int      // index of the struct's field Mask, -1 if it has none
	names  []string // of the bits of Mask, or if there is none, of the enclosing struct's mask
	free   uint64   // bits of Mask with a name but no field
	outer  uint64   // bits of the enclosing struct's mask with a field here
	// units are the indices of the fields that announce units, and protocol the index of the protocol number; -1 if
	// there is none.
	units    [unitSets]int
	protocol int
	changes  int     // index of the field with the changes of all states, -1 if there is none
	states   *states // not nil if the struct is a state
}

// announced is the wire format that the level's first message announces for the messages after it.
type announced struct {
	units    [unitSets]wire.Units
	protocol int32 // 0 if unknown
}

// unitSets is the maximum number of unit sets of a protocol: for most messages, for entities, and for players.
const unitSets = 3

// unitNames are the names of the sets in a units tag, and unitFields the names of the fields that announce them.
var unitNames = [unitSets]string{"", "entity", "player"}

var unitFields = [unitSets]string{"units", "entity_units", "player_units"}

// field is one field of a struct.
type field struct {
	name  string
	key   []byte // as JSON, including the colon
	index int
	codec *codec
	// embedded puts its fields among those of the outer struct.
	embedded  bool
	units     int  // unit set of its value; 0 for that of the enclosing value
	omit      bool // left out when zero
	hex       bool // hexadecimal in the readable form
	announces bool // see announced
	// bits are the bits of Mask that announce the field: one for each element of an array, otherwise any of them. If
	// empty, the field is always present.
	bits    []uint64
	present uint64 // all of bits
}

var (
	plans       sync.Map // reflect.Type to *plan
	coordType   = reflect.TypeFor[wire.Coord]()
	angleType   = reflect.TypeFor[wire.Angle]()
	unitsType   = reflect.TypeFor[wire.Units]()
	bytesType   = reflect.TypeFor[[]byte]()
	messageType = reflect.TypeFor[message.Message]()
	maskType    = reflect.TypeFor[namedMask]()
	wordsType   = reflect.TypeFor[worded]()
	changesType = reflect.TypeFor[[]message.SnapshotChange]()
	stateType   = reflect.TypeFor[message.SnapshotState]()
)

// namedMask is a mask with names for its bits.
type namedMask interface{ Names() []string }

// worded is a number with names for its values.
type worded interface{ Words() []string }

// planOf returns the plan of a struct type. It panics for an unsupported type.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := makePlan(t, nil)
	plans.Store(t, p)
	return p
}

// makePlan makes the plan of a struct type. The fields of an embedded struct may depend on the mask of the outer
// struct, nil for none.
func makePlan(t reflect.Type, outer *plan) *plan {
	p := &plan{mask: -1, units: [unitSets]int{-1, -1, -1}, protocol: -1, changes: -1}
	if reflect.PointerTo(t).Implements(stateType) {
		p.states = newStates(reflect.New(t).Interface().(message.SnapshotState).Fields())
	}
	p.readMask(t)
	if p.mask < 0 && outer != nil {
		p.names = outer.names
	}
	for i := range t.NumField() {
		sf := t.Field(i)
		if sf.Type == changesType {
			p.changes = i // not a separate field: the states contain it
		}
		name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if name == "-" || !sf.IsExported() {
			continue
		}
		f := field{name: name, index: i, embedded: sf.Anonymous && name == "", omit: options == "omitempty"}
		if f.embedded {
			inner := makePlan(sf.Type, p)
			p.free &^= inner.outer
			f.codec = &codec{kind: kindStruct, plan: inner}
		} else {
			f.codec = codecOf(sf.Type)
		}
		if name == "" && !f.embedded {
			panic(fmt.Sprintf("text: %s.%s has no name for its JSON", t, sf.Name))
		}
		p.addField(f, &sf)
	}
	return p
}

// readMask reads the names of the bits of the field Mask, if there is one.
func (p *plan) readMask(t reflect.Type) {
	f, ok := t.FieldByName("Mask")
	if !ok || len(f.Index) != 1 || !f.Type.Implements(maskType) {
		return
	}
	p.mask = f.Index[0]
	p.names = reflect.Zero(f.Type).Interface().(namedMask).Names()
	for bit, name := range p.names {
		if name != "" {
			p.free |= 1 << bit
		}
	}
}

// addField completes a field by its tags and adds it.
func (p *plan) addField(f field, sf *reflect.StructField) {
	if sf.Tag.Get("angle") == "short" {
		f.codec = f.codec.shortAngle()
	}
	f.key = append(strconv.AppendQuote(nil, f.name), ':')
	f.hex = strings.HasPrefix(f.name, "mask")
	for set := range unitSets {
		if sf.Type == unitsType && f.name == unitFields[set] {
			p.units[set] = f.index
			f.announces = true
		}
		if sf.Tag.Get("units") == unitNames[set] {
			f.units = set
		}
	}
	if f.name == "protocol" && sf.Type.Kind() == reflect.Int32 {
		p.protocol = f.index
		f.announces = true
	}
	if tag := sf.Tag.Get("mask"); tag != "" {
		p.setBits(&f, sf.Type, tag)
	}
	p.fields = append(p.fields, f)
}

// announce updates t from a message with plan p, if that announces anything.
func (p *plan) announce(v reflect.Value, t *announced) {
	if p.protocol >= 0 {
		t.protocol = int32(v.Field(p.protocol).Int())
	}
	if p.units[0] < 0 {
		return
	}
	for set, index := range p.units {
		if index < 0 {
			index = p.units[0]
		}
		t.units[set] = v.Field(index).Interface().(wire.Units)
	}
}

// shortAngle returns c with all its angles, or integers, as 16-bit angles.
func (c *codec) shortAngle() *codec {
	if c.kind == kindAngle || c.kind == kindInt {
		return &codec{kind: kindAngle, short: true}
	}
	if c.kind != kindList {
		panic("text: an angle tag on a field that is not an angle")
	}
	return &codec{kind: kindList, elem: c.elem.shortAngle()}
}

// angleEncoding returns the encoding of an angle in a protocol that encodes angles as e.
func (c *codec) angleEncoding(e wire.AngleEncoding) wire.AngleEncoding {
	if c.short {
		return wire.AngleShort
	}
	return e
}

// setBits makes f depend on the mask bits named in its tag.
func (p *plan) setBits(f *field, t reflect.Type, tag string) {
	for name := range strings.SplitSeq(tag, ",") {
		bit := -1
		for i, n := range p.names {
			if n == name {
				bit = i
			}
		}
		if bit < 0 {
			panic(fmt.Sprintf("text: no bit %q for %s", name, f.name))
		}
		f.bits = append(f.bits, 1<<bit)
		f.present |= 1 << bit
	}
	if p.mask >= 0 {
		p.free &^= f.present
	} else {
		p.outer |= f.present
	}
	if n := len(f.bits); n > 1 && (t.Kind() != reflect.Array || t.Len() != n) {
		panic(fmt.Sprintf("text: %d bits for %s", n, f.name))
	}
}

func codecOf(t reflect.Type) *codec {
	switch t {
	case coordType:
		return &codec{kind: kindCoord}
	case angleType:
		return &codec{kind: kindAngle}
	case unitsType:
		return &codec{kind: kindUnits}
	case bytesType:
		return &codec{kind: kindBytes}
	case messageType:
		return &codec{kind: kindMessage}
	}
	if t.Implements(wordsType) {
		return &codec{kind: kindWord, words: reflect.Zero(t).Interface().(worded).Words()}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &codec{kind: kindBool}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &codec{kind: kindInt}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &codec{kind: kindUint}
	case reflect.Float32:
		return &codec{kind: kindFloat32}
	case reflect.Float64:
		return &codec{kind: kindFloat64}
	case reflect.Slice, reflect.Array:
		return &codec{kind: kindList, elem: codecOf(t.Elem())}
	case reflect.Struct:
		return &codec{kind: kindStruct, plan: planOf(t)}
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Struct {
			return &codec{kind: kindPointer, elem: codecOf(t.Elem())}
		}
	}
	panic(fmt.Sprintf("text: a value of the type %s cannot be written", t))
}
