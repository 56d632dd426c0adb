//go:build !windows

package main

// ownsWindow reports whether the window of the console closes with this program: no other system does that.
func ownsWindow() bool { return false }
