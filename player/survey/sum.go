package survey

const (
	// fewShared is the minimum number of common columns with floors to judge whether two surveys are of one
	// map. leastAgreed is the fraction of these that must have a floor at the same height. Demos of one map
	// agree in nine of ten columns; demos of different maps with the same name, in one of ten.
	fewShared   = 100
	leastAgreed = 0.5
)

// Sum returns the sum of s and the surveys of other demos of the same map, within a budget, and how many of the
// others were used. Surveys that contradict s are skipped: they are of another map with the same name.
func Sum(s *Survey, others []*Survey, b *Budget) (sum *Survey, used int) {
	if sum = New(s.game, b); sum == nil {
		return s, 0
	}
	sum.Merge(s)
	for _, o := range others {
		if s.agrees(o) && sum.Merge(o) {
			used++
		}
	}
	sum.Finish()
	return sum, used
}

// agrees reports whether two surveys may be of one map.
func (s *Survey) agrees(o *Survey) bool {
	shared, agreed := 0, 0
	for i := range o.chunks {
		c := &o.chunks[i]
		n := s.find(c.at[0], c.at[1], c.at[2])
		if n < 0 {
			continue
		}
		for k, head := range c.head {
			mine := s.chunks[n].head[k]
			if head == 0 || mine == 0 {
				continue
			}
			shared++
			if s.sameFloor(mine, o, head) {
				agreed++
			}
		}
	}
	return shared < fewShared || float64(agreed) >= leastAgreed*float64(shared)
}

// sameFloor reports whether two columns have footprints at the same height.
func (s *Survey) sameFloor(mine int32, o *Survey, theirs int32) bool {
	for i := mine; i != 0; i = s.prints[i-1].next {
		for k := theirs; k != 0; k = o.prints[k-1].next {
			if d := s.prints[i-1].z - o.prints[k-1].z; d >= -sameHeight && d <= sameHeight {
				return true
			}
		}
	}
	return false
}
