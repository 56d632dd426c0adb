package main

import (
	"syscall"
	"unsafe"
)

// ownsWindow reports whether the window of the console closes with this program, as after a double click.
func ownsWindow() bool {
	var ids [2]uint32 // of the programs in the window
	count := syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleProcessList")
	n, _, _ := count.Call(uintptr(unsafe.Pointer(&ids[0])), uintptr(len(ids))) // #nosec G103 -- a system call
	return n == 1
}
