package hostile_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// rlimitData is RLIMIT_DATA: since Linux 4.7 it counts all private writable
// memory, and so the heap of Go but not the space it only reserves.
const rlimitData = 2

// capMemory bounds the memory of this process. 0 leaves it as it is.
func capMemory(bytes uint64) error {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(rlimitData, &l); err != nil || bytes == 0 {
		return err
	}
	l.Cur = min(bytes, l.Max)
	return syscall.Setrlimit(rlimitData, &l)
}

// resident returns the most memory, in MiB, that this process has had since
// the last call with begin, which starts to count anew.
func resident(begin bool) int {
	if begin {
		_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // else it counts from the start
	}
	status, _ := os.ReadFile("/proc/self/status")
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	n := 0
	_, _ = fmt.Sscan(peak, &n) // 0 if it is not there
	return n >> 10
}

// processTime is the processor time of this process so far.
func processTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // fails for a wrong argument only
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// descriptors returns how many files this process has open, and -1 if that is
// not known.
func descriptors() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(entries)
}
