package message

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// masked calls f with each number below v that a bit of a mask announces, and the bit's name: those that the tag "mask"
// has, one for all elements of an array or one for each.
func masked(v reflect.Value, f func(field, bit string, v reflect.Value)) {
	for i := range v.NumField() {
		field, at := v.Type().Field(i), v.Field(i)
		tag, has := field.Tag.Lookup("mask")
		names := strings.Split(tag, ",")
		switch {
		case field.Anonymous && at.Kind() == reflect.Struct:
			masked(at, f)
		case !has || at.Kind() == reflect.Struct || field.Name == "BlendBits":
		case at.Kind() == reflect.Array:
			for k := range at.Len() {
				f(field.Name, names[min(k, len(names)-1)], at.Index(k))
			}
		default:
			f(field.Name, tag, at)
		}
	}
}

func set(v reflect.Value, n int64) {
	switch {
	case v.CanInt():
		v.SetInt(n)
	case v.CanUint():
		v.SetUint(uint64(n))
	default:
		v.SetFloat(float64(n))
	}
}

func is(v reflect.Value, n int64) bool {
	return v.CanInt() && v.Int() == n || v.CanUint() && v.Uint() == uint64(n) || v.CanFloat() && v.Float() == float64(n)
}

// merges checks for every bit of a mask that a later delta with only that bit changes its fields and no others.
func merges[T any](t *testing.T, names []string, merge func(e, d *T, bit uint64) (mask uint64),
	of func(*T) reflect.Value) {
	t.Helper()
	known := 0
	for i, name := range names {
		var e, d T
		masked(of(&e), func(_, _ string, v reflect.Value) { set(v, 1) })
		masked(of(&d), func(_, _ string, v reflect.Value) { set(v, 2) })
		if mask := merge(&e, &d, 1<<i); mask != 1<<i {
			t.Errorf("%s: the mask is %#x", name, mask)
		}
		masked(of(&e), func(field, bit string, v reflect.Value) {
			want := int64(1)
			if bit == name {
				want = 2
				known++
			}
			if !is(v, want) {
				t.Errorf("%T, a change of %s: %s is %v, want %d", e, name, field, v, want)
			}
			if !slices.Contains(names, bit) {
				t.Errorf("%T: no bit is named %s", e, bit)
			}
		})
	}
	if known == 0 {
		t.Errorf("%v announce nothing", names)
	}
}

// TestMerge: the effect of two deltas is that of one after the other, for each field that a bit announces.
func TestMerge(t *testing.T) {
	merges(t, Field(0).Names(), func(e, d *EntityDelta, bit uint64) uint64 {
		d.Mask = Field(bit)
		e.Merge(d)
		return uint64(e.Mask)
	}, func(e *EntityDelta) reflect.Value { return reflect.ValueOf(e).Elem() })
	merges(t, PlayerField(0).Names(), func(e, d *Quake2PlayerInfo, bit uint64) uint64 {
		d.Mask, d.BlendBits = PlayerField(bit), 0xff
		e.Merge(d)
		return uint64(e.Mask)
	}, func(e *Quake2PlayerInfo) reflect.Value { return reflect.ValueOf(e).Elem() })
	merges(t, RereleaseField(0).Names(), func(e, d *Quake2PlayerInfo, bit uint64) uint64 {
		d.Rerelease.Mask = RereleaseField(bit)
		e.Merge(d)
		return uint64(e.Rerelease.Mask)
	}, func(e *Quake2PlayerInfo) reflect.Value { return reflect.ValueOf(&e.Rerelease).Elem() })
}
