package golden

import (
	"fmt"
	"reflect"
)

// Fill sets every exported field of what v points to, and of all below it, to another value each, counted
// from *next. Lists and maps get two and one element. Interfaces and functions stay nil.
func Fill(v any, next *int) { fill(reflect.ValueOf(v).Elem(), next) }

func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), next)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), next)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, next)
		fill(value, next)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *next))
	case reflect.Bool:
		v.SetBool(*next%2 > 0)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*next) + 0.25)
	case reflect.Int, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*next))
	case reflect.Int8:
		v.SetInt(int64(*next % 100))
	case reflect.Uint8: // mostly enums
		v.SetUint(uint64(*next % 3))
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*next))
	}
}
