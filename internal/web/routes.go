package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

// mostForm bounds what a form may carry, in bytes.
const mostForm = 1 << 20

// routes is the table of all addresses.
func (s *Server) routes(r *gin.Engine) {
	get := func(path string, a action) {
		r.GET(path, s.adapt(a))
		r.HEAD(path, s.adapt(a))
	}
	openPost := func(path string, a action) { r.POST(path, s.adapt(bounded(mostForm, a))) }
	post := func(path string, a action) { r.POST(path, s.adapt(s.needLogin(bounded(mostForm, a)))) }
	upload := func(path string, a action) { r.POST(path, s.adapt(s.needLogin(bounded(mostUploadForm, a)))) }
	desk := func(path string, a action) { get(path, s.needLogin(a)) }

	get("/", s.showList)
	get("/t/:slug", s.public(showNow))
	get("/t/:slug/round/:round", s.public(showRound))
	get("/t/:slug/round/:round/why/:player", s.public(showMeeting))
	get("/t/:slug/standings", s.public(showStandings))
	get("/t/:slug/why/:player", s.public(showWhy))
	get("/t/:slug/players", s.public(showPlayers))
	get("/t/:slug/players/:player", s.public(showPlayer))
	get("/t/:slug/teams", s.public(showTeamList))
	get("/t/:slug/teams/:team", s.public(showTeam))
	get("/t/:slug/crosstable", s.public(showCrossTable))
	get("/t/:slug/bracket", s.public(showBracket))
	get("/t/:slug/statistics", s.public(showStatistics))
	get("/t/:slug/hall", s.public(showHall))
	get("/t/:slug/games/:game", s.public(showGame))
	get("/t/:slug/games/:game/record", s.sendRecord)
	get("/t/:slug/report/:token", s.showReport)
	r.POST("/t/:slug/report/:token", s.adapt(bounded(mostRecordForm, s.postReport)))
	openPost("/t/:slug/report/:token/play", s.postReportPlay)
	openPost("/t/:slug/report/:token/result", s.postReportResult)
	get("/t/:slug/events", s.streamEvents)

	get("/alarm", s.showAlarm)
	get("/login", s.showLogin)
	openPost("/login", s.postLogin)
	post("/logout", s.postLogout)
	get("/setup/:token", s.showSetup)
	openPost("/setup/:token", s.postSetup)

	desk("/desk/:slug", s.showDesk)
	desk("/desk/:slug/round/:round", s.showDesk)
	post("/desk/:slug/line", s.postLine)
	post("/desk/:slug/result", s.postResult)
	post("/desk/:slug/undo", s.postUndo)
	post("/desk/:slug/here", s.postDeskName)
	desk("/desk/:slug/games/:game", s.showGameDesk)
	r.POST("/desk/:slug/games/:game", s.adapt(s.needLogin(bounded(mostRecordForm, s.gameAction(s.attachRecord)))))
	post("/desk/:slug/games/:game/remove", s.gameAction(s.removeRecord))
	post("/desk/:slug/games/:game/accept", s.postAccept)
	post("/desk/:slug/games/:game/reopen", s.gameAction(s.reopenRecord))
	post("/desk/:slug/games/:game/dead", s.gameAction(s.decideDead))
	desk("/desk/:slug/games/:game/confirm", s.showConfirm)
	post("/desk/:slug/games/:game/confirm", s.postConfirm)
	post("/desk/:slug/games/:game/result", s.gameAction(s.takeResult))
	post("/desk/:slug/games/:game/play", s.postPlay)
	desk("/desk/:slug/draw/:round", s.showDraw)
	post("/desk/:slug/draw/:round", s.postDraw)
	desk("/desk/:slug/draw/:round/why", s.showWhyNot)
	desk("/desk/:slug/draw/:round/meet/:player", s.showFinder)
	desk("/desk/:slug/draw/:round/verify", s.showVerify)
	desk("/desk/:slug/log", s.showLog)
	post("/desk/:slug/log", s.postLogUndo)
	desk("/desk/:slug/print/slips/:round", s.showSlips)

	desk("/desk", s.showOffice)
	desk("/new", s.showFounding)
	post("/new", s.postFounding)
	upload("/import", s.postFile)
	desk("/import/:token", s.showFile)
	post("/import/:token", s.postFileApply)

	desk("/desk/:slug/players", s.showRegistration)
	post("/desk/:slug/players", s.postRegistration)
	post("/desk/:slug/checkin", s.postCheckInAll)
	desk("/desk/:slug/players/:player", s.showEntry)
	post("/desk/:slug/players/:player", s.postEntry)
	post("/desk/:slug/players/:player/status", s.postStatus)
	post("/desk/:slug/players/:player/round/:round", s.postAttendance)
	post("/desk/:slug/players/:player/remove", s.postRemove)
	desk("/desk/:slug/teams", s.showTeams)
	post("/desk/:slug/teams", s.postTeams)
	desk("/desk/:slug/teams/:team", s.showTeamEntry)
	post("/desk/:slug/teams/:team", s.postTeamEntry)
	post("/desk/:slug/teams/:team/remove", s.postTeamRemove)
	desk("/desk/:slug/import", s.showUpload)
	upload("/desk/:slug/import", s.postUpload)
	desk("/desk/:slug/import/:token", s.showSheet)
	post("/desk/:slug/import/:token", s.postSheet)
	desk("/desk/:slug/ratings", s.showRatings)
	desk("/desk/:slug/ratings/changes", s.showGains)
	upload("/desk/:slug/ratings", s.postRatings)
	desk("/desk/:slug/ratings/table/:token", s.showRatingTable)
	post("/desk/:slug/ratings/table/:token", s.postRatingTable)
	post("/desk/:slug/ratings/drop", s.postRatingsDrop)
	post("/desk/:slug/ratings/update", s.postRatingsUpdate)
	desk("/desk/:slug/prizes", s.showPrizes)
	post("/desk/:slug/prizes", s.postPrizes)
	desk("/desk/:slug/prizes/script", s.showScript)
	desk("/desk/:slug/prizes/certificates", s.showCertificates)
	desk("/desk/:slug/steering", s.showSteering)
	post("/desk/:slug/steering", s.postSteering)
	desk("/desk/:slug/settings", s.showSettings)
	post("/desk/:slug/settings", s.postSettings)
	desk("/desk/:slug/seeds/:round", s.showSeeds)
	post("/desk/:slug/seeds/:round", s.postSeeds)
	desk("/desk/:slug/simulate", s.showSimulate)
	post("/desk/:slug/simulate", s.postSimulate)
	desk("/desk/:slug/exports", s.showExports)
	desk("/desk/:slug/exports/:format", s.sendExport)
	desk("/backup", s.sendBackup)

	get("/api/v1/openapi.json", sendOpenAPI)
	get("/api/v1/tournaments", s.listJSON)
	get("/api/v1/tournaments/:slug", s.publicJSON(tournamentJSON))
	get("/api/v1/tournaments/:slug/standings", s.publicJSON(standingsJSON))
	get("/api/v1/tournaments/:slug/teams", s.publicJSON(teamsJSON))
	get("/api/v1/tournaments/:slug/rounds/:round", s.publicJSON(roundJSON))
	get("/api/v1/tournaments/:slug/rounds/:round/explanations", s.publicJSON(explanationsJSON))

	get("/static/:name", s.assets.serve)
	r.NoRoute(s.adapt(func(*gin.Context) error { return fault.New(fault.NotFound, "page.missing") }))
}
