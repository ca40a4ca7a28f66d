package message

import "math"

// SnapshotChange is the new value of a field. Its text form is a name and a value, see SnapshotState.
type SnapshotChange struct {
	// Field is an index into [EntityStateFields], or for a player into [PlayerStateFields] and the array elements after
	// them. It is the same in all protocols.
	Field uint8
	// Form distinguishes several encodings of the same value.
	Form SnapshotForm
	// Value is an integer, or the bits of a 32-bit IEEE number.
	Value int32
}

// SnapshotForm is the encoding of a value.
type SnapshotForm uint8

const (
	FormPlain SnapshotForm = iota // an integer, or a float as a whole number of 13 bits
	FormLong                      // a float, 32 bits
	FormZero                      // only the bit for zero
)

// Words returns the names of the forms.
func (SnapshotForm) Words() []string { return formWords }

var formWords = []string{FormPlain: "plain", FormLong: "long", FormZero: "zero"}

// StateField names and describes one field of an entityState or playerState.
type StateField struct {
	Name  string
	Float bool // its value holds the bits of a 32-bit IEEE number
}

// SnapshotState is a part of a message that is a delta of named fields: [SnapshotEntity] or [SnapshotPlayer]. Its
// changes are a range of those of the whole message.
type SnapshotState interface {
	// Fields returns the fields by their index; those without a name do not exist.
	Fields() []StateField
	// Range returns the range of its changes.
	Range() (first, end int32)
	// SetRange makes all[first:] its changes, and sets the fields that depend on them.
	SetRange(all []SnapshotChange, first int)
	// UsualForm returns the form that the game uses for the value of c in a protocol; 0 stands for any from 66.
	UsualForm(protocol int32, c SnapshotChange) SnapshotForm
}

// lastWithoutZero is the last protocol whose entities have no bit for zero values (facts section 5).
const lastWithoutZero = 48

// Fields returns EntityStateFields.
func (*SnapshotEntity) Fields() []StateField { return EntityStateFields[:] }

// Range returns First and End.
func (e *SnapshotEntity) Range() (first, end int32) { return e.First, e.End }

// SetRange sets First and End.
func (e *SnapshotEntity) SetRange(all []SnapshotChange, first int) {
	e.First, e.End = int32(first), int32(len(all))
}

// UsualForm returns the form of a value: zeros have their own from protocol 66 on.
func (*SnapshotEntity) UsualForm(protocol int32, c SnapshotChange) SnapshotForm {
	if c.Value == 0 && (protocol == 0 || protocol > lastWithoutZero) {
		return FormZero
	}
	if int(c.Field) < len(EntityStateFields) && EntityStateFields[c.Field].Float {
		return floatForm(c.Value)
	}
	return FormPlain
}

// Fields returns the fields of a playerState and the elements of its arrays.
func (*SnapshotPlayer) Fields() []StateField { return playerStateAll[:] }

// Range returns First and End.
func (p *SnapshotPlayer) Range() (first, end int32) { return p.First, p.End }

// SetRange sets First, End and Masks.
func (p *SnapshotPlayer) SetRange(all []SnapshotChange, first int) {
	p.First, p.End = int32(first), int32(len(all))
	p.Masks = [4]uint16{}
	for _, c := range all[first:] {
		if c.Field >= PlayerStateStats && c.Field < PlayerStateSize {
			element := c.Field - PlayerStateStats
			p.Masks[element>>4] |= 1 << (element & 15)
		}
	}
}

// UsualForm returns the form of a value; zeros have no form of their own.
func (*SnapshotPlayer) UsualForm(_ int32, c SnapshotChange) SnapshotForm {
	if int(c.Field) < len(PlayerStateFields) && PlayerStateFields[c.Field].Float {
		return floatForm(c.Value)
	}
	return FormPlain
}

// floatForm returns the form of a float with those bits: plain if that is lossless.
func floatForm(value int32) SnapshotForm {
	const steps = 1 << 13
	v := math.Float32frombits(uint32(value))
	if v >= -steps/2 && v < steps/2 && math.Float32bits(float32(int32(v))) == uint32(value) {
		return FormPlain
	}
	return FormLong
}
