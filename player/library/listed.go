package library

import "demoscope/player/pattern"

// Listed is a row in the shape that other programs read. What a demo does not tell is left out.
type Listed struct {
	File       string         `json:"file"`             // as the program opens it
	Places     []string       `json:"places,omitempty"` // where copies of it are
	Key        string         `json:"sha256,omitempty"` // of the demo, unpacked
	Size       int64          `json:"size"`             // bytes, unpacked
	Error      string         `json:"error,omitempty"`
	Format     string         `json:"format,omitempty"`
	Protocol   int            `json:"protocol,omitempty"`
	Game       string         `json:"game,omitempty"`
	GameDir    string         `json:"gamedir,omitempty"`
	Mode       string         `json:"mode,omitempty"`
	ServerMode string         `json:"server_mode,omitempty"`
	Maps       []string       `json:"maps,omitempty"`
	Title      string         `json:"title,omitempty"`
	Date       string         `json:"date"`
	DateFrom   string         `json:"date_from"` // "demo", "name" or "file"
	Length     float64        `json:"length"`    // seconds
	Players    []Player       `json:"players,omitempty"`
	Teams      []Team         `json:"teams,omitempty"`
	Result     string         `json:"result,omitempty"`
	Complete   bool           `json:"complete,omitempty"`
	Recorder   string         `json:"recorder,omitempty"`
	Deaths     int            `json:"deaths,omitempty"`
	Damage     string         `json:"damage,omitempty"`
	DamageAt   float64        `json:"damage_at,omitempty"` // seconds
	Hits       map[string]int `json:"hits,omitempty"`
	Best       *Moment        `json:"best,omitempty"`
}

// Listed returns the row in the shape that other programs read.
func (r *Row) Listed() *Listed {
	l := &Listed{
		File: r.Places[0].Name(), Key: r.Key.String(), Size: r.Size, Error: r.Error, Format: r.Format,
		Protocol: r.Protocol, Game: r.Game, GameDir: r.GameDir,
		Mode: r.Mode, ServerMode: r.ServerMode, Maps: r.Maps, Title: r.Title, Date: r.Date,
		DateFrom: r.DateFrom.String(), Length: r.Length,
		Players: r.Players, Teams: r.Teams, Result: r.Result, Complete: r.Complete, Recorder: r.Recorder,
		Deaths: r.Deaths,
		Damage: r.Damage, DamageAt: r.DamageAt, Best: r.Best,
	}
	if r.Error != "" {
		l.Key = "" // nothing was read that it could be of
	}
	for i := range r.Places[1:] {
		l.Places = append(l.Places, r.Places[i+1].Name())
	}
	for k, n := range r.Hits {
		if n > 0 {
			if l.Hits == nil {
				l.Hits = map[string]int{}
			}
			l.Hits[pattern.Kind(k).String()] = int(n)
		}
	}
	return l
}
