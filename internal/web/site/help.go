package site

import (
	"path"
	"strings"

	"tourney/internal/web/page"
)

// HandbookPath is the page of contents of the handbook, see package web/handbook.
const HandbookPath = "/handbook"

// helpParts are the parts of the handbook about pages of the desk: chapter and part by the beginning of a route.
var helpParts = map[string]string{
	"/desk":                              "first#make-a-tournament",
	"/new":                               "first#make-a-tournament",
	"/import":                            "coming#a-whole-tournament",
	"/account":                           "safety#passwords",
	"/people":                            "safety#helpers",
	"/people/:organisation/programs":     "server#programs-and-web-sites",
	"/people/:organisation/webhooks":     "server#programs-and-web-sites",
	"/deleted":                           "safety#personal-data",
	"/safety":                            "safety#copies",
	"/safety/takeover":                   "safety#another-computer",
	"/backups":                           "safety#go-back",
	"/desk/:slug":                        "day#during-the-round",
	"/desk/:slug/players":                "day#check-in",
	"/desk/:slug/players/:player":        "day#requests-and-absences",
	"/desk/:slug/players/:player/forget": "safety#personal-data",
	"/desk/:slug/privacy":                "safety#personal-data",
	"/desk/:slug/import":                 "coming#a-list-from-excel",
	"/desk/:slug/ratings":                "coming#rating-lists",
	"/desk/:slug/draw":                   "day#draw-and-publish",
	"/desk/:slug/draw/:round/why":        "players#why-do-i-meet-this-player",
	"/desk/:slug/draw/:round/meet":       "players#why-do-i-meet-this-player",
	"/desk/:slug/steering":               "day#draw-and-publish",
	"/desk/:slug/seeds":                  "rules#teams-and-knockouts",
	"/desk/:slug/teams":                  "rules#teams-and-knockouts",
	"/desk/:slug/staff":                  "safety#helpers",
	"/desk/:slug/live":                   "publishing#live-games",
	"/desk/:slug/end":                    "day#after-the-last-round",
	"/desk/:slug/settings":               "rules#choose-the-settings",
	"/desk/:slug/simulate":               "rules#try-it-before",
	"/desk/:slug/strengths":              "rules#strengths-of-a-club",
	"/desk/:slug/prizes":                 "printing#prizes-and-certificates",
	"/desk/:slug/exports":                "printing#papers-of-a-round",
	"/desk/:slug/exports/federations":    "printing#results-for-federations",
	"/desk/:slug/exports/files":          "printing#files-for-other-programs",
	"/desk/:slug/print":                  "printing#papers-of-a-round",
	"/desk/:slug/publish":                "publishing#on-the-internet",
	"/desk/:slug/log":                    "day#something-is-wrong",
	"/desk/:slug/then":                   "day#something-is-wrong",
	"/desk/:slug/day":                    "day#requests-and-absences",
	"/desk/:slug/final":                  "day#after-the-last-round",
	"/desk/:slug/fees":                   "publishing#sign-up-and-fees",
	"/desk/:slug/signup":                 "publishing#sign-up-and-fees",
	"/desk/:slug/letters":                "printing#letters-to-players",
	"/desk/:slug/round/:round/records":   "rules#game-records",
	"/desk/:slug/games":                  "rules#game-records",
}

// HelpFor returns the part of the handbook about the page of a route, by the longest prefix in helpParts.
func HelpFor(route string) *page.HandbookPart {
	for ; len(route) > 1; route = path.Dir(route) {
		if at, ok := helpParts[route]; ok {
			chapter, part, _ := strings.Cut(at, "#")
			return &page.HandbookPart{Chapter: chapter, Part: part}
		}
	}
	return nil
}
