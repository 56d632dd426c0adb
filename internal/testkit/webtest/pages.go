package webtest

import (
	"maps"

	"tourney/internal/format"
)

// The tournaments that the pages are of; package e2e makes them.
const (
	Running  = "helsinki-handicap-open" // the demonstration, in its third of five rounds
	Drafted  = "turku-open"             // round 4 is a draft
	Finished = "tampere-open"           // its final standings are announced
	Empty    = "oulu-open"              // nobody is registered
	SignUps  = "espoo-go-camp"          // people sign up, some as reserves
	Teams    = "kuopio-team-cup"        // teams, a knockout after its first round
	Season   = "tapiola-go-club"        // open play, the third evening of a season
)

// Strangers are the addresses of pages for people without a login. A word in braces is a placeholder for a value of the
// running program.
var Strangers = []string{"/login", "/setup/{setup}", "/invitation/{invitation}"}

// Pages are the addresses of all other pages, in their states.
var Pages = pages()

func pages() (all []string) {
	all = []string{"/", "/handbook", "/handbook/first", "/handbook/day", "/desk", "/new", "/import/{file}", "/account", "/people", "/people/1", "/people/1/log", "/deleted", "/safety", "/safety/takeover", "/backups/{backup}"}
	below := func(base string, paths ...string) {
		for _, path := range paths {
			all = append(all, base+path)
		}
	}
	below("/people/1", "/programs", "/webhooks")
	below("/t/"+Running,
		"", "/round/1", "/round/3", "/round/3/why/4", "/standings", "/standings?sort=name", "/why/4", "/games", "/games?with=record",
		"/about", "/find?name=ko", "/players", "/players/4", "/crosstable", "/statistics", "/hall", "/hall?theme=light", "/door",
		"/games/{counted}", "/games/{counted}/count", "/games/{disputed}", "/games/{illegal}", "/games/{empty}", "/games/{live}", "/live", "/live/wall", "/live/large/{live}", "/live/overlay/{live}", "/recorder/{recorder}", "/report/{slip}", "/report/{counted slip}", "/tablet", "/tablet/pin/{tablet}",
		"/embed", "/embed/pairings", "/embed/standings",
		"/print/tables/3", "/print/names/3", "/print/standings", "/print/players", "/print/crosstable")
	below("/desk/"+Running,
		"", "?table=1", "?keys=all", "/round/1", "/round/1?table=3", "/players", "/players?find=ko", "/players/4", "/players/4/forget", "/privacy", "/import", "/import/{sheet}", "/import/{lines}",
		"/draw/3", "/draw/3?table=1", "/draw/3/why", "/draw/3/why?a=1&b=4", "/draw/3/meet/21", "/draw/3/verify", "/draw/4", "/steering",
		"/staff", "/live", "/end", "/settings", "/settings?all=yes", "/strengths", "/simulate", "/ratings", "/ratings/changes", "/ratings/table/{ratings}", "/prizes", "/prizes/script",
		"/prizes/certificates", "/prizes/list", "/exports", "/exports?round=2&look=slips", "/exports/federations", "/exports/files", "/publish", "/exports/results/{results}", "/log", "/log?player=4", "/log/2", "/log/40", "/then/40/", "/then/40/standings", "/then/40/players", "/then/40/games", "/day", "/final", "/fees", "/signup", "/letters/4",
		"/round/3/records", "/round/3/records/{pile}", "/round/3/records/{pile}/{handed counted}",
		"/round/3/records/{pile}/{handed counted}/{handed other}",
		"/games/{counted}/compare/{other record}",
		"/games/{counted}", "/games/{disputed}", "/games/{illegal}", "/games/{empty}", "/games/{counted}/confirm", "/games/{illegal}/on",
		"/print/slips/3", "/print/badges", "/print/cards", "/print/blank", "/print/welcome", "/print/all", "/print/papers/3?paper=names&paper=slips")
	below("/desk/"+Drafted, "", "/draw/4", "/draw/4?table=1", "/draw/4?ask=drop", "/draw/4/meet/21")
	below("/t/"+Drafted, "", "/hall")
	below("/t/"+Finished, "", "/standings", "/final", "/hall?show=prizes", "/players/4")
	below("/desk/"+Finished, "", "/day", "/final", "/draw/5", "/exports", "/exports/federations")
	below("/t/"+Empty, "", "/standings", "/players", "/games", "/statistics", "/hall")
	below("/desk/"+Empty, "", "/players", "/draw/1", "/exports", "/exports/federations", "/exports/files", "/prizes", "/day", "/final", "/seeds/1")
	below("/t/"+SignUps, "", "/players", "/sign-up", "/door", "/me/{place}", "/me/{reserve}?new=1")
	below("/desk/"+SignUps, "", "/players", "/day", "/signup", "/fees", "/letters/{camper}")
	below("/t/"+Teams, "", "/round/1", "/bracket", "/standings", "/teams", "/teams/{team}", "/hall")
	below("/desk/"+Teams, "", "/draw/1", "/draw/2", "/teams", "/teams/{team}", "/teams/{team}?round=2")
	below("/t/"+Season, "", "/standings", "/standings?by=season", "/standings?by=ladder", "/evenings", "/evenings/{evening}", "/players", "/print/standings")
	return append(all, Missing...)
}

// Missing are addresses that answer 404 with a page.
var Missing = []string{"/t/nowhere", "/desk/nowhere", "/t/nowhere/embed", "/t/" + Running + "/players/4711", "/nothing/here", "/person/egd/10000000"}

// NotPages are the routes without a page in the answer, with a description of it.
var NotPages = notPages()

func notPages() map[string]string {
	all := maps.Clone(otherRoutes)
	for _, f := range format.Formats() {
		if f.Public {
			all["/desk/:slug/exports/"+f.Name] = "a file"
		}
	}
	return all
}

// otherRoutes are the NotPages besides the public files of formats.
var otherRoutes = map[string]string{
	"/feed.atom":                            "a file",
	"/t/:slug/feed.atom":                    "a file",
	"/healthz":                              "a word for monitors",
	"/readyz":                               "a word for monitors",
	"/alarm":                                "a part of every page, while the data file is gone",
	"/backup":                               "a file",
	"/opened/:name":                         "leads to the preview of the file",
	"/setup/:token/second":                  "a page of servers without data, which package cmd/tourney tests",
	"/backups":                              "a redirect to /safety",
	"/standby":                              "a redirect to /safety",
	"/backups/:name/file":                   "a file",
	"/static/:name":                         "styles, scripts and pictures",
	"/embed.js":                             "a script for pages of other sites",
	"/t/:slug/me/:token/app.webmanifest":    "a file",
	"/worker.js":                            "the service worker of players who get messages",
	"/setup":                                "a redirect to the login",
	"/embed":                                "an error page: that script lacks its tournament",
	"/api":                                  "a word for programs",
	"/t/:slug/calendar.ics":                 "a file",
	"/t/:slug/workbook.xlsx":                "a file",
	"/t/:slug/events":                       "a stream of events",
	"/t/:slug/code.svg":                     "a picture",
	"/t/:slug/pictures/:picture":            "a picture",
	"/t/:slug/games/:game/record":           "a file",
	"/t/:slug/recorder/:token/state":        "JSON for the script of the recorder's page",
	"/t/:slug/tablet/player/:player":        "JSON for the script of the tablet",
	"/desk/:slug/reading":                   "a part of the desk",
	"/t/:slug/tablet/find":                  "JSON for the script of the tablet",
	"/t/:slug/me/:token/letter.eml":         "a file",
	"/t/:slug/me/:token/data.json":          "a file",
	"/desk/:slug/players/:player/data.json": "a file",
	"/t/:slug/report/:token/on":             "the desk's page /games/:game/on, for players who settle their game",
	"/t/:slug/report/:token/thought":        "the desk's page /games/:game/confirm, likewise",
	"/desk/:slug/round/:round/reading":      "a part of the desk's page",
	"/desk/:slug/publish/state":             "a part of a page",
	"/desk/:slug/exports/:format":           "a file",
	"/desk/:slug/exports/results.xlsx":      "a file",
	"/deleted/:number":                      "a file",
	"/desk/:slug/fees.csv":                  "a file",
	"/desk/:slug/letters/:player/:kind":     "a file",
}
