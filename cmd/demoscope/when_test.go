package main

import (
	"math"
	"testing"
)

func TestMoment(t *testing.T) {
	part := span{100, 300}
	for text, want := range map[string]float64{
		"0": 100, "90": 190, "90.25": 190.25, "1:30": 190, "01:05.5": 165.5, "1:02:03": 3823, "90:00": 5500, "0%": 100, "50%": 200, "12.5%": 125, "100%": 300,
		"-5": 295, "-0": 300, "-1:30": 210, "-.5": 299.5, "-201": 100, "-1:00:00": 100,
	} {
		var m moment
		if err := m.UnmarshalText([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := part.at(m); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{
		"", "-", "--1", "-1:-1", "-50%", "-x", "-Inf", "x", "1:", ":1", "1:60", "1:-1", "1:2:3:4", "101%", "-1%", "%", "Inf", "NaN", "NaN%", "1e400",
	} {
		var m moment
		if err := m.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read as %v", text, m)
		}
	}
}

// TestSpan: without a level, times in seconds do not wait for the index.
func TestSpan(t *testing.T) {
	whole, err := levelFlag{}.span(nil, nil, &moment{value: 5})
	if err != nil || whole.start != 0 || !math.IsInf(whole.end, 1) {
		t.Error(whole, err)
	}
	demo, err := openDemo("sample:demoscope1.qwd")
	if err != nil {
		t.Fatal(err)
	}
	index, err := index(demo)
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := (levelFlag{}).span(index, &moment{value: 0.5, percent: true}); err != nil || math.Abs(whole.end-60) > 0.01 {
		t.Error(whole, err)
	}
	if whole, err := (levelFlag{}).span(index, &moment{value: -5, fromEnd: true}); err != nil || math.Abs(whole.end-60) > 0.01 {
		t.Error(whole, err)
	}
	if level, err := (levelFlag{Level: 1}).span(index); err != nil || math.Abs(level.end-60) > 0.01 {
		t.Error(level, err)
	}
	if _, err := (levelFlag{Level: 2}).span(index); err == nil {
		t.Error("a level that is not there")
	}
}
