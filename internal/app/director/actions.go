package director

import (
	"slices"

	"tourney/internal/data/copies"
)

// A Subject is what an action of the log concerns.
type Subject int8

// The subjects. OfGames is for changes by hand to the games and byes of a draw, OfDay for requests, notes, final
// standings and pictures, OfUndo for an undo or redo, whose args name the action.
const (
	OfNothing Subject = iota // an action without a row
	OfTournament
	OfPlayers
	OfTeams
	OfConstraints
	OfSeeds
	OfRound
	OfGames
	OfResult
	OfRecord
	OfDay
	OfUndo
)

// An undoPlace is a second place for the undo of an action, besides the page of the log.
type undoPlace int8

const (
	inLog  undoPlace = iota
	onDraw           // in the History of a draw
	atDesk           // by UndoLast
)

// actionFacts describe an action of the log.
type actionFacts struct {
	concerns Subject
	undo     undoPlace
	// bounds marks an action at which the History of a draw ends.
	bounds bool
	// leave marks that a player left or was marked as absent.
	leave bool
	// before is the reason of a backup before an action with many changes; a checkpoint follows the action.
	before copies.Reason
}

// actions holds all actions of the log by name. Databases contain the names;
// messages describe them under "log.".
var actions = map[string]actionFacts{
	"tournament.create":    {concerns: OfTournament},
	"tournament.import":    {concerns: OfTournament, before: copies.BeforeImport},
	"tournament.info":      {concerns: OfTournament},
	"tournament.settings":  {concerns: OfTournament},
	"tournament.prizes":    {concerns: OfTournament},
	"tournament.archive":   {concerns: OfTournament},
	"tournament.unarchive": {concerns: OfTournament},

	"player.add":           {concerns: OfPlayers},
	"player.import":        {concerns: OfPlayers, before: copies.BeforeImport},
	"player.import.update": {concerns: OfPlayers, before: copies.BeforeImport},
	"player.ratings":       {concerns: OfPlayers},
	"player.edit":          {concerns: OfPlayers},
	"player.shown":         {concerns: OfPlayers},
	forgetAction:           {concerns: OfPlayers},
	"player.remove":        {concerns: OfPlayers, undo: onDraw, leave: true},
	"player.merge":         {concerns: OfPlayers},
	"player.checkin":       {concerns: OfPlayers},
	"player.checkin.all":   {concerns: OfPlayers},
	"player.countries":     {concerns: OfPlayers},
	"player.preliminary":   {concerns: OfPlayers, undo: onDraw, leave: true},
	"player.withdraw":      {concerns: OfPlayers, undo: onDraw, leave: true},
	"player.plays":         {concerns: OfPlayers},
	"player.absent":        {concerns: OfPlayers, undo: onDraw, leave: true},
	"player.halfbye":       {concerns: OfPlayers, undo: onDraw, leave: true},
	expectAction:           {concerns: OfPlayers},
	acceptRankAction:       {concerns: OfPlayers},
	putOffRankAction:       {concerns: OfPlayers},

	"team.add":    {concerns: OfTeams},
	"team.import": {concerns: OfTeams, before: copies.BeforeImport},
	"team.edit":   {concerns: OfTeams, undo: onDraw},
	"team.remove": {concerns: OfTeams},
	"team.lineup": {concerns: OfTeams, undo: onDraw},
	"team.lock":   {concerns: OfTeams, undo: onDraw},
	"team.unlock": {concerns: OfTeams, undo: onDraw},

	"steer.apart":          {concerns: OfConstraints, undo: onDraw},
	"steer.apart.until":    {concerns: OfConstraints, undo: onDraw},
	"steer.group":          {concerns: OfConstraints, undo: onDraw},
	"steer.group.until":    {concerns: OfConstraints, undo: onDraw},
	"steer.together":       {concerns: OfConstraints, undo: onDraw},
	"steer.together.until": {concerns: OfConstraints, undo: onDraw},
	"steer.lift.apart":     {concerns: OfConstraints, undo: onDraw},
	"steer.lift.group":     {concerns: OfConstraints, undo: onDraw},
	"steer.lift.together":  {concerns: OfConstraints, undo: onDraw},
	"steer.seat":           {concerns: OfConstraints, undo: onDraw},
	"steer.unseat":         {concerns: OfConstraints, undo: onDraw},
	"steer.block":          {concerns: OfConstraints, undo: onDraw},
	"steer.unblock":        {concerns: OfConstraints, undo: onDraw},
	"steer.ghost":          {concerns: OfConstraints, undo: onDraw},
	"steer.unghost":        {concerns: OfConstraints, undo: onDraw},
	"steer.family.free":    {concerns: OfConstraints, undo: onDraw},
	"steer.family.avoid":   {concerns: OfConstraints, undo: onDraw},
	"steer.family.apart":   {concerns: OfConstraints, undo: onDraw},
	"steer.local":          {concerns: OfConstraints, undo: onDraw},
	"steer.local.off":      {concerns: OfConstraints, undo: onDraw},
	"steer.room":           {concerns: OfConstraints, undo: onDraw},
	"steer.room.off":       {concerns: OfConstraints, undo: onDraw},

	"seeds.order": {concerns: OfSeeds, undo: onDraw},
	"seeds.usual": {concerns: OfSeeds, undo: onDraw},

	"round.pair":     {concerns: OfRound, undo: onDraw, before: copies.BeforeDraw},
	"round.drop":     {concerns: OfRound, undo: onDraw},
	"round.publish":  {concerns: OfRound, undo: onDraw, bounds: true, before: copies.BeforePublication},
	"round.withhold": {concerns: OfRound, undo: onDraw, bounds: true},
	"round.start":    {concerns: OfRound, undo: onDraw},

	"draw.among":    {concerns: OfGames, undo: onDraw, before: copies.BeforeDraw},
	"draw.meet":     {concerns: OfGames, undo: onDraw},
	"draw.swap":     {concerns: OfGames, undo: onDraw},
	"draw.pair":     {concerns: OfGames, undo: onDraw},
	"draw.unpair":   {concerns: OfGames, undo: onDraw},
	"draw.unmatch":  {concerns: OfGames, undo: onDraw},
	"draw.bye":      {concerns: OfGames, undo: onDraw},
	"draw.late":     {concerns: OfGames, undo: onDraw},
	"draw.bye.move": {concerns: OfGames, undo: onDraw},
	"draw.bye.take": {concerns: OfGames, undo: onDraw},
	"draw.goeson":   {concerns: OfGames, undo: onDraw},
	"game.colours":  {concerns: OfGames, undo: onDraw},
	"game.terms":    {concerns: OfGames, undo: onDraw},
	"game.lock":     {concerns: OfGames, undo: onDraw},
	"game.unlock":   {concerns: OfGames, undo: onDraw},
	"game.move":     {concerns: OfGames, undo: onDraw},

	"open.begin":  {concerns: OfGames, undo: atDesk},
	"open.cancel": {concerns: OfGames, undo: atDesk},
	"open.rest":   {concerns: OfPlayers},
	"open.wait":   {concerns: OfPlayers},
	"open.end":    {concerns: OfDay},

	"result.record":      {concerns: OfResult, undo: atDesk},
	"result.correct":     {concerns: OfResult, undo: atDesk},
	"result.contest":     {concerns: OfResult, undo: atDesk},
	"result.report":      {concerns: OfResult},
	"result.tablet":      {concerns: OfResult},
	"result.tablet.both": {concerns: OfResult},
	"result.confirm":     {concerns: OfResult, undo: atDesk},
	"result.stand":       {concerns: OfResult, undo: atDesk},
	"result.sheet":       {concerns: OfResult, before: copies.BeforeImport},

	"record.attach":      {concerns: OfRecord},
	"records.attach":     {concerns: OfRecord, before: copies.BeforeImport},
	"record.remove":      {concerns: OfRecord},
	"record.dead":        {concerns: OfRecord},
	"record.pencil":      {concerns: OfRecord},
	"record.pencil.back": {concerns: OfRecord},
	"record.accept":      {concerns: OfRecord},
	"record.reopen":      {concerns: OfRecord},

	"live.on":  {concerns: OfGames},
	"live.off": {concerns: OfGames},

	"komi.offer":  {concerns: OfGames},
	"komi.chosen": {concerns: OfGames},

	"settle.propose":  {concerns: OfRecord},
	"settle.void":     {concerns: OfRecord},
	"settle.agree":    {concerns: OfResult},
	"settle.disagree": {concerns: OfRecord},
	"settle.referee":  {concerns: OfRecord},

	"signup.enter":   {concerns: OfPlayers},
	"signup.checkin": {concerns: OfPlayers},
	signUpsAction:    {concerns: OfDay},
	"request.ask":    {concerns: OfDay},
	"request.grant":  {concerns: OfDay},
	"request.refuse": {concerns: OfDay},
	"request.cancel": {concerns: OfPlayers},
	"fee.pay":        {concerns: OfPlayers},
	"fee.class":      {concerns: OfPlayers},
	"fee.sum":        {concerns: OfPlayers},

	"incident.add":     {concerns: OfDay},
	"incident.remove":  {concerns: OfDay},
	"announcement.add": {concerns: OfDay},
	"announcement.end": {concerns: OfDay},
	"final.announce":   {concerns: OfDay, before: copies.BeforeFinal},
	"final.reopen":     {concerns: OfDay},
	"print":            {concerns: OfDay},
	"sending.add":      {concerns: OfDay},
	"sending.mark":     {concerns: OfDay},
	"picture.add":      {concerns: OfDay},
	"picture.caption":  {concerns: OfDay},
	"picture.remove":   {concerns: OfDay},

	"undo": {concerns: OfUndo, undo: onDraw},
	"redo": {concerns: OfUndo, undo: onDraw},
}

// Concerns returns what an action of the log concerns.
func Concerns(action string) Subject { return actions[action].concerns }

// ActionsOf lists the actions that concern some subjects, in any order.
func ActionsOf(subjects ...Subject) []string {
	return actionsWhere(func(f actionFacts) bool { return slices.Contains(subjects, f.concerns) })
}

// actionsWhere lists the actions that meet a condition, in any order.
func actionsWhere(meet func(actionFacts) bool) []string {
	var names []string
	for name, facts := range actions {
		if meet(facts) {
			names = append(names, name)
		}
	}
	return names
}

func undoneAt(place undoPlace) []string {
	return actionsWhere(func(f actionFacts) bool { return f.undo == place })
}
