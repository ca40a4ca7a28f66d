package render

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// TestEveryChoiceIsSeen turns each switch of viewing on: one that changes
// nothing to be seen is not used, or seen does not have it yet.
func TestEveryChoiceIsSeen(t *testing.T) {
	r := newRig(t)
	r.seek(25) // the watched player strafes
	was := r.see()
	v := reflect.ValueOf(&r.viewing).Elem()
	tested := 0
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() != reflect.Bool {
			continue
		}
		tested++
		on := reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
		before := on.Bool()
		on.SetBool(!before)
		r.pass(0)
		if cmp.Equal(was, r.see()) {
			t.Errorf("viewing.%s changes nothing that is seen", v.Type().Field(i).Name)
		}
		on.SetBool(before)
		r.pass(0)
		if d := cmp.Diff(was, r.see()); d != "" {
			t.Errorf("viewing.%s leaves something behind:\n%s", v.Type().Field(i).Name, d)
		}
	}
	if tested < 8 {
		t.Errorf("only %d switches were found", tested)
	}
}
