package e2e

import (
	"testing"
	"time"
)

// A backup is restored by clicks, and a desk that is open elsewhere reloads its page.
func TestRestoreReloadsOpenDesks(t *testing.T) {
	server := start(t, "demo")
	desk, owner := open(t, server), open(t, server)
	demoDesk(desk)
	demoDesk(owner)
	desk.evaluate(`window.stale = true`)
	time.Sleep(time.Second) // its stream of events has begun
	owner.visit("/safety")
	for range 20 { // the first backup is made in the background
		if owner.evaluate(`document.querySelector(".points a") !== null`) {
			break
		}
		time.Sleep(500 * time.Millisecond)
		owner.visit("/safety")
	}
	owner.press(".points a")
	owner.wait(`document.querySelector("main form.actions button")`)
	owner.press("main form.actions button")
	owner.wait(`document.querySelector("#messages .banner.notice")`)
	desk.wait(`window.stale === undefined && document.querySelector("#line, main form")`)
}
