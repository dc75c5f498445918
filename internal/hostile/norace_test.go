//go:build !race

package hostile_test

import "time"

// raceEnabled: see the file for the race detector.
const raceEnabled = false

// hang is when a file counts as one that does not end.
const hang = 30 * time.Second
