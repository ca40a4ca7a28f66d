package main

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	const revision, short = "6e72bc5f00112233445566778899aabbccddeeff", "6e72bc5f0011"
	for _, c := range []struct{ version, revision, modified, want string }{
		{"v1.2.0", revision, "false", "v1.2.0 (" + short + ")"},
		{"v1.2.0+dirty", revision, "true", "v1.2.0 (" + short + ") modified"},
		{"v0.0.0-20261123223431-" + short, revision, "false", short},
		{"v1.2.1-0.20261123223431-" + short + "+dirty", revision, "true", short + " modified"},
		{"v0.0.0-20261123223431-" + short, "", "", short}, // installed from a proxy
		{"v1.2.0", "", "", "v1.2.0"},
		{"v1.2.0-rc.1", revision, "false", "v1.2.0-rc.1 (" + short + ")"},
		{"(devel)", revision, "false", short},
		{"(devel)", "", "", "built from source"},
		{"", "", "", "built from source"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.version}}
		if c.revision != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: c.revision},
				{Key: "vcs.modified", Value: c.modified}}
		}
		if got := versionOf(info); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}
