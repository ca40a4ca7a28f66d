package render

import "github.com/hajimehoshi/ebiten/v2"

//lint:file-ignore SA1019 deprecated for games that skip drawing, but that alone leaves 60 rounds a second,
// and no sign that the system wants a picture again

func (windowDesktop) wake() { ebiten.ScheduleFrame() }

func (windowDesktop) waitForInput(wait bool) {
	mode := ebiten.FPSModeVsyncOn
	if wait {
		mode = ebiten.FPSModeVsyncOffMinimum
	}
	ebiten.SetFPSMode(mode)
}
