package main

import (
	"fmt"
	"os"
	"strings"
)

// progress shows the number of finished files or runs on a terminal.
func (c *call) progress(done, all int) {
	const (
		least = 20  // fewer need no bar
		steps = 400 // more would only flicker
	)
	if all < least || !c.onTerminal() {
		return
	}
	if done > 0 && done < all && done*steps/all == (done-1)*steps/all {
		return
	}
	const width = 40
	fmt.Fprintf(c.stderr, "\r%s%s %d/%d", strings.Repeat("━", done*width/all), strings.Repeat("─", width-done*width/all), done, all)
	if done == all {
		c.endProgress()
	}
}

func (c *call) endProgress() {
	if c.onTerminal() {
		fmt.Fprint(c.stderr, "\r\033[K")
	}
}

// onTerminal reports whether stderr is a terminal.
func (c *call) onTerminal() bool {
	info, err := os.Stderr.Stat()
	return c.stderr == os.Stderr && err == nil && info.Mode()&os.ModeCharDevice != 0
}
