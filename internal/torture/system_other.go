//go:build !linux

package torture

import (
	"os"
	"os/exec"
	"runtime/metrics"
	"time"
)

// Elsewhere than on Linux runs are made and counted, but CPU time and memory are not
// measured.

func cpuTime() time.Duration { return 0 }

func cpuOf(int) (time.Duration, int64) { return 0, 0 }

func resident() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

func peakOf(func()) int64 { return 0 }

func limitMemory(int64) {}

func quit(p *os.Process) { _ = p.Kill() }

func Apart(*exec.Cmd) {}

func peakOfProcess(*os.ProcessState) int64 { return 0 }
