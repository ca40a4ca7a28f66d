module demoscope/internal/torture

go 1.26.0

require demoscope v0.0.0

require (
	github.com/go-gl/mathgl v1.2.0 // indirect
	github.com/gofrs/flock v0.13.0 // indirect
	github.com/jfreymuth/oggvorbis v1.0.5 // indirect
	github.com/jfreymuth/vorbis v1.0.2 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace demoscope => ../..
