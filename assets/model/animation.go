package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Numbers of animations in [Animations.List]: the values of legsAnim and torsoAnim without their bit 128, which
// restarts the same animation.
const (
	BothDeath1 = iota
	BothDead1
	BothDeath2
	BothDead2
	BothDeath3
	BothDead3
	TorsoGesture
	TorsoAttack
	TorsoAttack2 // gauntlet
	TorsoDrop
	TorsoRaise
	TorsoStand
	TorsoStand2 // gauntlet
	LegsWalkCrouched
	LegsWalk
	LegsRun
	LegsBack
	LegsSwim
	LegsJump
	LegsLand
	LegsJumpBack
	LegsLandBack
	LegsIdle
	LegsIdleCrouched
	LegsTurn // never sent: legs that follow a turning body
	TorsoGetFlag
	TorsoGuardBase
	TorsoPatrol
	TorsoFollowMe
	TorsoAffirmative
	TorsoNegative

	// NumAnimations is the maximum number of animations in a file, which has at least the first 25.
	NumAnimations
	requiredAnimations = TorsoGetFlag
)

// maxAnimationRate is the maximum number of poses per second. Engines draw some hundred frames.
const maxAnimationRate = 1000

// Animations are the animations of a Quake III player: animation.cfg.
type Animations struct {
	Sex        byte       // 'm', 'f' or 'n'
	HeadOffset mgl32.Vec3 // units, of the head in portraits
	Footsteps  string     // their sound: default, normal, boot, flesh, mech, energy
	FixedTorso bool       // the torso does not pitch
	FixedLegs  bool       // the legs turn with the torso and do not lean
	// List has NumAnimations elements. If the file lacks the last six, they are TorsoGesture.
	List []Animation
}

// Animation is a sequence of poses.
type Animation struct {
	// First and Count are a range of poses of lower.md3 or upper.md3. The poses may not exist.
	First, Count int
	// Loop is the number of poses at the end to repeat; 0 keeps the last pose.
	Loop     int
	Rate     float32 // poses per second, above 0
	Backward bool    // from the last pose to the first
}

// Milliseconds returns the duration of each pose: an integer, as in the game, and at least 1.
func (a *Animation) Milliseconds() int { return max(1, int(1000/a.Rate)) }

// Pose returns the pose after step periods of [Animation.Milliseconds], and whether the animation has ended and keeps
// that pose.
func (a *Animation) Pose(step int) (pose int, ended bool) {
	step = max(0, step)
	if step >= a.Count {
		step -= a.Count
		if a.Loop > 0 {
			step = step%a.Loop + a.Count - a.Loop
		} else {
			step, ended = a.Count-1, true
		}
	}
	if a.Backward {
		step = a.Count - 1 - step
	}
	return a.First + step, ended
}

var errFewAnimations = fmt.Errorf("the file ends before the last of %d animations", requiredAnimations)

// ParseAnimations parses an animation.cfg. The animations of the legs become poses of lower.md3, without the offset of
// the torso's poses. The error is a *[FormatError].
func ParseAnimations(data []byte) (*Animations, error) {
	if len(data) > MaxText {
		return nil, &FormatError{"animation.cfg", "", MaxText, errLongText}
	}
	a := &Animations{Sex: 'm', Footsteps: "default"}
	t := tokens{text: data}
	if err := a.options(&t); err != nil {
		return nil, err
	}
	for n := range NumAnimations {
		row, ok, err := animationRow(&t, n)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		a.List = append(a.List, row)
	}
	if len(a.List) < requiredAnimations {
		return nil, &FormatError{"animation.cfg", fmt.Sprint("animation ", len(a.List)), int64(len(data)),
			errFewAnimations}
	}
	skip := a.List[LegsWalkCrouched].First - a.List[TorsoGesture].First
	for n := LegsWalkCrouched; n <= LegsTurn; n++ {
		a.List[n].First -= skip
	}
	for len(a.List) < NumAnimations {
		a.List = append(a.List, a.List[TorsoGesture])
	}
	return a, nil
}

// options reads the options before the rows, up to the first number.
func (a *Animations) options(t *tokens) error {
	for {
		before := t.at
		word, _ := t.next()
		if len(word) == 0 {
			return nil
		}
		if word[0] >= '0' && word[0] <= '9' {
			t.at = before
			return nil
		}
		switch strings.ToLower(string(word)) {
		case "sex":
			if v, _ := t.next(); len(v) > 0 {
				a.Sex = v[0] | 0x20 // in lower case
				if a.Sex != 'f' && a.Sex != 'n' {
					a.Sex = 'm'
				}
			}
		case "footsteps":
			v, _ := t.next()
			a.Footsteps = strings.ToLower(string(v))
		case "headoffset":
			for i := range a.HeadOffset {
				v, err := number(t, "headoffset")
				if err != nil {
					return err
				}
				a.HeadOffset[i] = v
			}
		case "fixedtorso":
			a.FixedTorso = true
		case "fixedlegs":
			a.FixedLegs = true
		}
	}
}

// animationRow reads the four numbers of row n; ok is false at the end of the text.
func animationRow(t *tokens, n int) (row Animation, ok bool, err error) {
	before := t.at
	if word, _ := t.next(); len(word) == 0 || n >= requiredAnimations && !startsNumber(word) {
		return row, false, nil
	}
	t.at = before
	what := fmt.Sprint("animation ", n)
	var v [4]float32
	for i := range v {
		if v[i], err = number(t, what); err != nil {
			return row, false, err
		}
	}
	row = Animation{First: int(v[0]), Count: int(v[1]), Loop: max(0, int(v[2])), Rate: v[3]}
	if row.Count < 0 {
		row.Count, row.Backward = -row.Count, true
	}
	if row.Rate <= 0 {
		row.Rate = 1
	}
	row.Rate = min(row.Rate, maxAnimationRate)
	return row, true, nil
}

func startsNumber(word []byte) bool { return word[0] == '-' || word[0] >= '0' && word[0] <= '9' }

var errNoNumber = errors.New("not a number")

// number reads a number within maxCoord.
func number(t *tokens, what string) (float32, error) {
	word, at := t.next()
	v, err := strconv.ParseFloat(string(word), 32)
	if err != nil || !(abs(float32(v)) <= maxCoord) {
		return 0, &FormatError{"animation.cfg", what, int64(at), fmt.Errorf("%.20q %w", word, errNoNumber)}
	}
	return float32(v), nil
}
