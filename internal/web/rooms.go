package web

// rooms are the parts of the server that change tournaments. Each answers its own
// addresses.
type rooms struct {
	desk     *deskRoom
	draw     *drawRoom
	record   *recordRoom
	people   *peopleRoom
	settings *settingsRoom
	exports  *exportsRoom
	admin    *adminRoom
}

func newRooms(s *site) rooms {
	return rooms{
		desk: newDeskRoom(s), draw: newDrawRoom(s), record: newRecordRoom(s),
		people: newPeopleRoom(s), settings: newSettingsRoom(s),
		exports: newExportsRoom(s), admin: newAdminRoom(s),
	}
}

// A deskRoom enters results.
type deskRoom struct{ *site }

// newDeskRoom returns the room of a site.
func newDeskRoom(s *site) *deskRoom {
	return &deskRoom{site: s}
}

func (s *deskRoom) routes(g *group) {
	g.get("", s.showDesk)
	g.get("/round/:round", s.showDesk)
	g.post("/line", s.postLine)
	g.post("/result", s.postResult)
	g.post("/undo", s.postUndo)
	g.post("/noshow", s.postNoShow)
	g.post("/here", s.postDeskName)
	g.post("/accept/:game", s.postAccept)
	g.get("/print/slips/:round", s.showSlips)
}

// A drawRoom pairs rounds.
type drawRoom struct {
	*site
	// draws are those that were asked for, worths those that pages compare with.
	draws, worths *drawRuns
}

// newDrawRoom returns the room of a site.
func newDrawRoom(s *site) *drawRoom {
	return &drawRoom{site: s, draws: newDrawRuns(s.streams, s.log), worths: newDrawRuns(s.streams, s.log)}
}

func (s *drawRoom) routes(g *group) {
	g.get("/draw/:round", s.showDraw)
	g.post("/draw/:round", s.postDraw)
	g.get("/draw/:round/why", s.showWhyNot)
	g.get("/draw/:round/meet/:player", s.showFinder)
	g.get("/draw/:round/verify", s.showVerify)
}

// A recordRoom takes game records and judges them.
type recordRoom struct {
	*site
	// tries count what comes by the link of a slip.
	tries *limiter
}

// newRecordRoom returns the room of a site.
func newRecordRoom(s *site) *recordRoom {
	return &recordRoom{site: s, tries: newLimiter(triesAtOnce, tryAgain)}
}

// linkRoutes are the addresses of those who have the link of a slip, and of
// records that are published.
func (s *recordRoom) linkRoutes(g *group) {
	g.get("/games/:game/record", s.sendRecord)
	g.get("/report/:token", s.showReport)
	g.send("/report/:token", mostRecordForm, s.postReport)
	g.post("/report/:token/play", s.postReportPlay)
	g.post("/report/:token/result", s.postReportResult)
}

func (s *recordRoom) routes(g *group) {
	g.get("/games/:game", s.showGameDesk)
	g.send("/games/:game", mostRecordForm, s.gameAction(s.attachRecord))
	g.post("/games/:game/remove", s.gameAction(s.removeRecord))
	g.post("/games/:game/accept", s.gameAction(s.acceptRecord))
	g.post("/games/:game/reopen", s.gameAction(s.reopenRecord))
	g.post("/games/:game/dead", s.gameAction(s.decideDead))
	g.get("/games/:game/confirm", s.showConfirm)
	g.post("/games/:game/confirm", s.postConfirm)
	g.post("/games/:game/result", s.gameAction(s.takeResult))
	g.post("/games/:game/play", s.postPlay)
}

// A peopleRoom registers players and teams.
type peopleRoom struct{ *site }

// newPeopleRoom returns the room of a site.
func newPeopleRoom(s *site) *peopleRoom {
	return &peopleRoom{site: s}
}

func (s *peopleRoom) routes(g *group) {
	g.get("/players", s.showRegistration)
	g.post("/players", s.postRegistration)
	g.post("/checkin", s.postCheckInAll)
	g.get("/players/:player", s.showEntry)
	g.post("/players/:player", s.postEntry)
	g.post("/players/:player/status", s.postStatus)
	g.post("/players/:player/round/:round", s.postAttendance)
	g.post("/players/:player/remove", s.postRemove)
	g.get("/teams", s.showTeams)
	g.post("/teams", s.postTeams)
	g.get("/teams/:team", s.showTeamEntry)
	g.post("/teams/:team", s.postTeamEntry)
	g.post("/teams/:team/remove", s.postTeamRemove)
	g.get("/import", s.showUpload)
	g.send("/import", mostUploadForm, s.postUpload)
	g.get("/import/:token", s.showSheet)
	g.post("/import/:token", s.postSheet)
	g.get("/ratings", s.showRatings)
	g.get("/ratings/changes", s.showGains)
	g.send("/ratings", mostUploadForm, s.postRatings)
	g.get("/ratings/table/:token", s.showRatingTable)
	g.post("/ratings/table/:token", s.postRatingTable)
	g.post("/ratings/drop", s.postRatingsDrop)
	g.post("/ratings/update", s.postRatingsUpdate)
}

// A settingsRoom changes how a tournament is played.
type settingsRoom struct {
	*site
	simulations *simulations
}

// newSettingsRoom returns the room of a site.
func newSettingsRoom(s *site) *settingsRoom {
	return &settingsRoom{site: s, simulations: newSimulations(s.log)}
}

func (s *settingsRoom) routes(g *group) {
	g.get("/settings", s.showSettings)
	g.post("/settings", s.postSettings)
	g.get("/steering", s.showSteering)
	g.post("/steering", s.postSteering)
	g.get("/seeds/:round", s.showSeeds)
	g.post("/seeds/:round", s.postSeeds)
	g.get("/simulate", s.showSimulate)
	g.post("/simulate", s.postSimulate)
}

// An exportsRoom hands out files, paper and prizes.
type exportsRoom struct {
	*site
	files *cache[*export]
}

// newExportsRoom returns the room of a site.
func newExportsRoom(s *site) *exportsRoom {
	return &exportsRoom{site: s, files: newCache[*export]()}
}

func (s *exportsRoom) routes(g *group) {
	g.get("/exports", s.showExports)
	g.get("/exports/:format", s.sendExport)
	g.get("/prizes", s.showPrizes)
	g.post("/prizes", s.postPrizes)
	g.get("/prizes/script", s.showScript)
	g.get("/prizes/certificates", s.showCertificates)
}

// An adminRoom creates, imports and backs up tournaments, and shows the log.
type adminRoom struct{ *site }

// newAdminRoom returns the room of a site.
func newAdminRoom(s *site) *adminRoom {
	return &adminRoom{site: s}
}

func (s *adminRoom) routes(g *group) {
	g.get("/desk", s.showOffice)
	g.get("/new", s.showFounding)
	g.post("/new", s.postFounding)
	g.send("/import", mostUploadForm, s.postFile)
	g.get("/import/:token", s.showFile)
	g.post("/import/:token", s.postFileApply)
	g.get("/backup", s.sendBackup)
}

func (s *adminRoom) logRoutes(g *group) {
	g.get("/log", s.showLog)
	g.post("/log", s.postLogUndo)
}
