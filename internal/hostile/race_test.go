//go:build race

package hostile_test

import "time"

// raceEnabled tells tests that measure time or memory to leave that, and long
// ones to be shorter: the detector takes ten times both.
const raceEnabled = true

// hang is when a file counts as one that does not end.
const hang = 3 * time.Minute
