//go:build race

package hostile_test

// raceEnabled tells tests that measure time or memory to leave that, and long
// ones to be shorter: the detector takes ten times both.
const raceEnabled = true
