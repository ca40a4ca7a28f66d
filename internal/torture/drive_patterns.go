package torture

import (
	"encoding/json"
	"fmt"
	"io"

	"demoscope/player/dataset"
	"demoscope/player/pattern"
)

// patterns reads the facts of a demo, asks for all patterns, and writes tables of it.
func (b *bench) patterns(in *Input) (Outcome, error) {
	demo, err := b.demo(in)
	if demo == nil {
		return Refused, err
	}
	facts := pattern.Read(demo.Format.Name, demo.Decoder(), pattern.Options{})
	for k := range pattern.KindCount {
		q, err := pattern.Parse(k.String() + " warmup:yes")
		if err != nil {
			return Found, err
		}
		for _, h := range q.Match(facts) {
			if err := plain(h.Words(facts.Game), false); err != nil {
				return Found, fmt.Errorf("%s: %w", k, err)
			}
			if _, err := json.Marshal(h.Report()); err != nil {
				return Found, fmt.Errorf("%s: %w", k, err)
			}
		}
	}
	origin := dataset.Demo{File: in.Name}
	events, err := dataset.NewWriter[dataset.Event](dataset.NDJSON, io.Discard)
	if err == nil {
		err = events.Write(dataset.Events(facts, origin))
	}
	if err != nil {
		return Found, fmt.Errorf("events: %w", err)
	}
	if _, err := json.Marshal(dataset.StatisticsOf(facts, origin)); err != nil {
		return Found, fmt.Errorf("statistics: %w", err)
	}
	tracks, err := dataset.NewWriter[dataset.Track](dataset.NDJSON, io.Discard)
	if err == nil {
		err = dataset.Tracks(demo.Format.Name, demo.Decoder, origin, 1, tracks.Write)
	}
	if err != nil {
		return Found, fmt.Errorf("tracks: %w", err)
	}
	return Whole, nil
}
