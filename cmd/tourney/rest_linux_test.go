package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// ofFiles returns the memory of the process that is mapped from files, in kilobytes.
func ofFiles(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "RssFile:")
	words := strings.Fields(rest)
	if len(words) == 0 {
		t.Skip("this kernel does not say how much memory is of files")
	}
	n, err := strconv.Atoi(words[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The program runs without the pages of its file, which are loaded again when they are used.
func TestLetGo(t *testing.T) {
	before := ofFiles(t)
	letGo()
	after := ofFiles(t)
	t.Logf("%d kB of files before, %d after", before, after)
	if after >= before {
		t.Errorf("%d kB of files before, %d after", before, after)
	}
	for text, want := range map[string][2]uintptr{"00400000-01a5c000": {0x400000, 0x165c000}, "2-1": {}, "x": {}, "": {}} {
		if from, size := extent(text); from != want[0] || size != want[1] {
			t.Errorf("%q is %d bytes from %d", text, size, from)
		}
	}
}
