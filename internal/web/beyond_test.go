package web_test

import (
	"tourney/internal/testkit/sitetest"
	"tourney/internal/web/beyond"
)

// The tests of all addresses and of all pages cover the extension.
func init() { sitetest.Extension = beyond.New }
