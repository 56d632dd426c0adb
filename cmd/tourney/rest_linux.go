package main

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// letGo releases the memory with the pages of the program's own file. The system reads pages again from its cache when
// they are used; pages used only at the start stay released. Modified pages, such as those the loader wrote, stay.
func letGo() {
	own, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	var from, size uintptr
	for lines := bufio.NewScanner(bytes.NewReader(maps)); lines.Scan(); {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) == 6 && words[5] == own && strings.HasPrefix(words[1], "r-"):
			from, size = extent(words[0])
		case len(words) > 1 && strings.Contains(words[0], "-"):
			size = 0
		case len(words) == 3 && words[0] == "Anonymous:" && words[1] == "0" && size > 0:
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, size, syscall.MADV_DONTNEED) // on an error the memory stays
		}
	}
}

// extent returns the start and the length of a mapping, 0 for a malformed text.
func extent(text string) (from, size uintptr) {
	begin, end, _ := strings.Cut(text, "-")
	a, err := strconv.ParseUint(begin, 16, 64)
	b, other := strconv.ParseUint(end, 16, 64)
	if err != nil || other != nil || b < a {
		return 0, 0
	}
	return uintptr(a), uintptr(b - a)
}
