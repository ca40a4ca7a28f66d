package world_test

import (
	"fmt"
	"strings"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// udtFacts collects what UberDemoTools tells of the players and the match.
type udtFacts struct {
	kills []udtKill
	// seen are the players that there were at any time, as the facts write
	// them.
	seen map[udtPlayer]bool
	chat int
}

type udtKill struct {
	Time     int32  `json:"serverTime"`
	Attacker string `json:"attackerCleanName"`
	Target   string `json:"targetCleanName"`
	Cause    string `json:"causeOfDeath"`
}

type udtPlayer struct {
	Slot int    `json:"clientNumber"`
	Name string `json:"cleanName"`
	Team string `json:"team"`
}

func infoOf(info, key string) string {
	parts := strings.Split(strings.TrimPrefix(info, `\`), `\`)
	for i := 0; i+1 < len(parts); i += 2 {
		if parts[i] == key {
			return parts[i+1]
		}
	}
	return ""
}

func (u *udtFacts) message(w *world.World, m message.Message) {}

func (u *udtFacts) block(w *world.World) {
	for _, e := range w.Events {
		switch e.Kind {
		case world.EventKill:
			fmt.Println("kill", w.Time, e.Player, e.Other, e.Value, e.Weapon)
		}
	}
}

func (c *dm3Facts) checkUDT(w *world.World) {}
