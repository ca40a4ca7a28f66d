//go:build !js

package app

import (
	"context"
	"fmt"
	"math"

	"demoscope/render/export"
	"demoscope/render/scene"
)

// CaptureInto adds the moment that the first view shows to a, with all its models.
func (pic *Picture) CaptureInto(ctx context.Context, a *export.Animation, o *ShotOptions) error {
	p := pic.Active
	m := pic.MomentIn(p, pic.Demo.Player.Moment())
	p.Options = pic.common(m)
	p.setOptions(&pic.Viewing, m)
	p.Scene.SetGeometry(pic.Demo.Maps.Geometry)
	view := p.SceneView(pic.Size.Scale)
	var k *scene.Capture
	if !pic.WaitForModels(ctx, func() { k = p.Scene.Capture(m, p.View, view, &p.Options) }) && o.Say != nil &&
		ctx.Err() == nil {
		o.Say(fmt.Sprintf("not all models were there after %v: the scene lacks some", ModelPatience))
		o.Say = nil // report it only once
	}
	aspect := float32(o.Width) / float32(o.Height)
	if !(aspect > 0) || math.IsInf(float64(aspect), 0) {
		aspect = 4. / 3
	}
	return a.Add(p.Scene, k, p.View, aspect)
}
