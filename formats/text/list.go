package text

import (
	"fmt"
	"reflect"
)

// list reads a list. If here is not nil, list calls it before element i; it reports whether a value follows, or
// consumes the null that replaces the value.
func (c *cursor) list(elem *codec, v reflect.Value, here func(i int) bool) error {
	if err := c.take('['); err != nil {
		return err
	}
	slice := v.Kind() == reflect.Slice
	n := 0
	for ; !c.is(']'); n++ {
		if n > 0 {
			if err := c.take(','); err != nil {
				return err
			}
		}
		if slice {
			grow(v)
		} else if n >= v.Len() {
			return fmt.Errorf("more than %d elements", v.Len())
		}
		if here != nil && !here(n) {
			continue
		}
		if err := c.value(elem, v.Index(n)); err != nil {
			return err
		}
	}
	if !slice && n != v.Len() {
		return fmt.Errorf("%d elements, not %d", n, v.Len())
	}
	return nil
}

// grow appends a zeroed element to a slice.
func grow(v reflect.Value) {
	n := v.Len()
	if n == v.Cap() {
		v.Grow(1)
	}
	v.SetLen(n + 1)
	clearValue(v.Index(n))
}

// clear zeroes all fields of v, but keeps the memory of its slices.
func (p *plan) clear(v reflect.Value) {
	for i := range v.NumField() {
		clearValue(v.Field(i))
	}
}

func clearValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		v.SetLen(0)
	case reflect.Struct:
		for i := range v.NumField() {
			clearValue(v.Field(i))
		}
	default:
		v.SetZero()
	}
}
