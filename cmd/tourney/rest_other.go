//go:build !linux

package main

// letGo does nothing: only Linux is told that the pages of a program's file are not needed now.
func letGo() {}
