package public

// Pages are the pages of a tournament that everybody may read, by their
// paths below the tournament's own.
var Pages = map[string]View{
	"":                          showNow,
	"/round/:round":             showRound,
	"/round/:round/why/:player": showMeeting,
	"/standings":                showStandings,
	"/why/:player":              showWhy,
	"/players":                  showPlayers,
	"/players/:player":          showPlayer,
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
