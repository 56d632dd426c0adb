package backup

import (
	"syscall"
	"unsafe"
)

var diskFreeSpace = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")

// freeSpace returns the free bytes of a folder's disk, and whether they are known.
func freeSpace(folder string) (int64, bool) {
	name, err := syscall.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	var free int64
	ok, _, _ := diskFreeSpace.Call(uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&free)), 0, 0) // its error repeats ok
	return free, ok != 0
}
