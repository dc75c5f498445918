//go:build !race

package hostile_test

// raceEnabled: see the file for the race detector.
const raceEnabled = false
