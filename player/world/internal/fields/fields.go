// Package fields visits all fields that are reachable from a value, including unexported ones. Tests use it to check
// that a copy or a hash includes them all.
package fields

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// Fill sets everything in *p to a nonzero value, and each slice to two elements. Pointers, interfaces, functions and
// maps stay as they are.
func Fill(p any) {
	n := 0
	fill(reflect.ValueOf(p).Elem(), &n)
}

func fill(v reflect.Value, n *int) {
	*n = *n%100 + 1
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(open(v.Field(i)), n)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n))
	}
}

// open makes a field of an addressable struct settable.
func open(v reflect.Value) reflect.Value {
	if v.CanSet() || !v.CanAddr() {
		return v
	}
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// Each changes every value reachable from *p, one at a time, calls do with its path, and restores it. The path "list[]"
// is the length of a list. Of long arrays and lists, only the ends are changed. It skips the paths in except and
// everything below them. A path in except that does not exist fails the test, so that the exceptions stay current.
func Each(t testing.TB, p any, except map[string]string, do func(path string)) {
	t.Helper()
	w := walk{except: except, used: map[string]bool{}, do: do}
	w.value("", reflect.ValueOf(p).Elem())
	for _, path := range slices.Sorted(maps.Keys(except)) {
		if !w.used[path] {
			t.Errorf("there is no field %s", path)
		}
	}
	if w.count == 0 {
		t.Error("there are no fields")
	}
}

type walk struct {
	except map[string]string
	used   map[string]bool
	do     func(path string)
	count  int
}

// try calls do while v is changed by change.
func (w *walk) try(path string, v reflect.Value, change func()) {
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	change()
	w.count++
	w.do(path)
	v.Set(old)
}

func (w *walk) value(path string, v reflect.Value) {
	if _, ok := w.except[path]; ok {
		w.used[path] = true
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(strings.TrimPrefix(path+"."+v.Type().Field(i).Name, "."), open(v.Field(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			if i < 16 || i >= v.Len()-2 {
				w.value(fmt.Sprintf("%s[%d]", path, i), v.Index(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if i < 2 || i == v.Len()-1 {
				w.value(fmt.Sprintf("%s[%d]", path, i), v.Index(i))
			}
		}
		path += "[]"
		if _, ok := w.except[path]; ok {
			w.used[path] = true
			return
		}
		longer := reflect.MakeSlice(v.Type(), v.Len()+1, v.Len()+1)
		reflect.Copy(longer, v)
		w.try(path, v, func() { v.Set(longer) })
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			w.value(path, v.Elem())
		}
	case reflect.Bool:
		w.try(path, v, func() { v.SetBool(!v.Bool()) })
	case reflect.String:
		w.try(path, v, func() { v.SetString(v.String() + "x") })
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.try(path, v, func() { v.SetInt(v.Int() + 1) })
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.try(path, v, func() { v.SetUint(v.Uint() + 1) })
	case reflect.Float32, reflect.Float64:
		w.try(path, v, func() { v.SetFloat(v.Float() + 1) })
	default:
		panic(fmt.Sprintf("%s is a %s: say in the list of exceptions why it does not count", path, v.Type()))
	}
}

// Shared returns the paths from *a of the slices, maps and pointers whose memory *b refers to, too, without the paths
// below them.
func Shared(a, b any) []string {
	s := sharing{theirs: map[unsafe.Pointer]bool{}, seen: map[unsafe.Pointer]bool{}, shared: map[string]bool{}}
	s.collect(reflect.ValueOf(b).Elem(), func(_ string, p unsafe.Pointer) bool {
		s.theirs[p] = true
		return true
	}, "")
	s.seen = map[unsafe.Pointer]bool{}
	s.collect(reflect.ValueOf(a).Elem(), func(path string, p unsafe.Pointer) bool {
		if s.theirs[p] {
			s.shared[path] = true
		}
		return !s.theirs[p]
	}, "")
	return slices.Sorted(maps.Keys(s.shared))
}

type sharing struct {
	theirs, seen map[unsafe.Pointer]bool
	shared       map[string]bool
}

// collect calls found with each piece of memory, and descends into it if found returns true. Paths have no indices.
func (s *sharing) collect(v reflect.Value, found func(path string, p unsafe.Pointer) bool, path string) {
	below := func(p unsafe.Pointer) bool {
		if !found(path, p) || s.seen[p] {
			return false
		}
		s.seen[p] = true
		return true
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			s.collect(open(v.Field(i)), found, strings.TrimPrefix(path+"."+v.Type().Field(i).Name, "."))
		}
	case reflect.Array:
		for i := range v.Len() {
			s.collect(v.Index(i), found, path)
		}
	case reflect.Slice:
		// The memory between length and capacity can be written, too.
		if v.Cap() > 0 && below(v.UnsafePointer()) {
			v = v.Slice(0, v.Cap())
			for i := range v.Len() {
				s.collect(v.Index(i), found, path)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() && below(v.UnsafePointer()) {
			s.collect(v.Elem(), found, path)
		}
	case reflect.Map:
		if !v.IsNil() {
			found(path, v.UnsafePointer())
		}
	case reflect.Interface:
		if !v.IsNil() {
			s.collect(v.Elem(), found, path)
		}
	}
}

// Plain fails if a type contains a slice, a map, a pointer or anything else that assignment doesn't copy. Strings are
// allowed, because they are immutable.
func Plain(t testing.TB, v reflect.Type) {
	t.Helper()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			Plain(t, v.Field(i).Type)
		}
	case reflect.Array:
		Plain(t, v.Elem())
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan,
		reflect.UnsafePointer:
		t.Errorf("%s is not copied by an assignment", v)
	}
}
