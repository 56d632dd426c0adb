//go:build linux || darwin

package backup

import "syscall"

// freeSpace returns the free bytes of a folder's disk, and whether they are known.
func freeSpace(folder string) (int64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
