package public

import (
	"strconv"
	"strings"
)

// Pages are the public pages of a tournament, by their paths below the tournament's own.
var Pages = map[string]View{
	"":                          showNow,
	"/round/:round":             showRound,
	"/round/:round/why/:player": showMeeting,
	"/standings":                showStandings,
	"/why/:player":              showWhy,
	"/players":                  showPlayers,
	"/players/:player":          showPlayer,
	"/evenings":                 showEvenings,
	"/evenings/:evening":        showEvening,
	"/teams":                    showTeamList,
	"/teams/:team":              showTeam,
	"/crosstable":               showCrossTable,
	"/bracket":                  showBracket,
	"/statistics":               showStatistics,
	"/hall":                     showDisplay,
	"/games":                    showGames,
	"/games/:game":              showGame,
	"/games/:game/count":        showCount,
	"/live":                     showLive,
	"/live/wall":                showWall,
	"/live/large/:game":         showLarge,
	"/live/overlay/:game":       showOverlay,
	"/about":                    showAbout,
	"/final":                    showFinished,
	"/print/tables/:round":      printTables,
	"/print/names/:round":       printNames,
	"/print/standings":          printStandings,
	"/print/players":            printPlayers,
	"/print/crosstable":         printCrossTable,
}

// needsServer reports whether a page needs a server: the hall follows the tournament, the desk prints sheets, and a
// pairing's explanation repeats the draw.
func needsServer(pattern string) bool {
	return pattern == "/hall" || strings.HasPrefix(pattern, "/print/") || strings.HasPrefix(pattern, "/round/:round/why/")
}

// OfRounds reports whether a page is about rounds or their plan, which open play does not have.
func OfRounds(pattern string) bool {
	return strings.Contains(pattern, "/:round") || strings.HasSuffix(pattern, "/crosstable") || pattern == "/bracket"
}

// ViewOf returns the view of a page by its path below the tournament's own, and its parameters. A page that needs a
// server is not found.
func ViewOf(below string) (view View, params map[string]string, found bool) {
	parts := strings.Split(below, "/")
	for pattern, view := range Pages {
		names := strings.Split(pattern, "/")
		if len(names) != len(parts) || needsServer(pattern) {
			continue
		}
		params := map[string]string{}
		for i, name := range names {
			variable, isVariable := strings.CutPrefix(name, ":")
			n, err := strconv.Atoi(parts[i])
			if isVariable && err == nil && n >= 0 && strconv.Itoa(n) == parts[i] {
				params[variable] = parts[i]
			} else if name != parts[i] {
				params = nil
				break
			}
		}
		if params != nil {
			return view, params, true
		}
	}
	return nil, nil, false
}
