package icon

import "testing"

func TestWindow(t *testing.T) {
	list, err := Window()
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, picture := range list {
		size := picture.Bounds().Size()
		if size.X <= last || size.X != size.Y {
			t.Errorf("an icon of %v", size)
		}
		last = size.X
		if _, _, _, a := picture.At(0, 0).RGBA(); a != 0 {
			t.Errorf("the corner of the icon of %d pixels is not transparent", size.X)
		}
		if r, g, b, _ := picture.At(size.X/2, size.X*56/128).RGBA(); r < 0xa000 || g < 2*b || b > 0x6000 {
			t.Errorf("the triangle of the icon of %d pixels is %x %x %x", size.X, r, g, b)
		}
	}
	if last != 128 {
		t.Errorf("the largest icon has %d pixels", last)
	}
}
