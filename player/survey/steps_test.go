package survey_test

import (
	"reflect"
	"testing"
)

// TestBuildInSteps: a level that is built in steps is the same, and none of the steps is a large part of the work.
func TestBuildInSteps(t *testing.T) {
	s := surveyOf(sampleDemo(t))
	steps := 0
	if l := s.BuildInSteps(func() { steps++ }); !reflect.DeepEqual(l, s.Build()) {
		t.Error("it is another level")
	}
	if steps < 500 {
		t.Errorf("it is built in %d steps", steps)
	}
}
