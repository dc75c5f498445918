//go:build !linux

package hostile_test

import (
	"errors"
	"time"
)

var processStart = time.Now()

func capMemory(uint64) error { return errors.ErrUnsupported }

func resident(bool) int { return 0 }

func processTime() time.Duration { return time.Since(processStart) }

func descriptors() int { return -1 }
