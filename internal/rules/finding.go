package rules

// A Finding is one remark about a game record. Its sentence is the message
// "rules." + Rule in the catalogs, with the values Args.
type Finding struct {
	Rule     Rule
	Severity Severity
	Move     int   // number of the move, from 1; 0 if the finding is about the record
	Point    Point // of the move, or Pass
	Args     []any
}

// Key returns the key of the finding's message.
func (f Finding) Key() string { return "rules." + string(f.Rule) }

// A Severity is how grave a finding is.
type Severity uint8

// The severities, from harmless to grave.
const (
	Note    Severity = iota // worth knowing
	Warning                 // contradicts something: the record, the pairing or the result
	Error                   // breaks a rule, or the record cannot be played
)

// String returns "note", "warning" or "error".
func (s Severity) String() string { return [...]string{"note", "warning", "error"}[min(s, Error)] }

// A Rule names the subject of a finding. In brackets: its Args.
type Rule string

// The findings of Check. Only findings of severity Error about a move make a
// record illegal: the system forbids the move.
const (
	RuleGame  Rule = "game"  // not a record of Go
	RuleSize  Rule = "size"  // a board that cannot be read or played on [SZ, shortened]
	RuleLarge Rule = "large" // a board on which no games are played, outside 2 to 25 [columns, rows]
	RuleAbuse Rule = "abuse" // no game: stones upon stones; the rest was not played

	RuleOccupied Rule = "occupied" // a stone on a stone
	RuleSuicide  Rule = "suicide"
	RuleKo       Rule = "ko"
	RuleSuperko  Rule = "superko" // [number of moves after which the position first stood on the board]

	RuleIllegalLoses      Rule = "illegal.loses"                 // consequence of the first illegal move [color]
	RuleIllegalLosesOff   Rule = "illegal.loses.off"             // the same, and the record continues without the stone [color]
	RuleIllegalTakenBack  Rule = "illegal.taken-back"            // the player moves again, as the rules have it [color]
	RuleIllegalStands     Rule = "illegal.taken-back.stands"     // the rules have it so, but the stone stands [color]
	RuleIllegalPass       Rule = "illegal.counts-as-pass"        // the stone does not stand [color]
	RuleIllegalPassStands Rule = "illegal.counts-as-pass.stands" // the rules have it so, but the stone stands [color]
	RuleIllegalPassBack   Rule = "illegal.counts-as-pass.back"   // the rules have it so, but the player moves again [color]
	RuleIllegalOff        Rule = "illegal.off"                   // the stone does not stand [color]
	RuleIllegalSuicide    Rule = "illegal.suicide"               // the rules have it otherwise, but the stones come off as prisoners [color]
	RuleIllegalFollows    Rule = "illegal.follows"               // moves that cannot be played without the illegal ones [number, moves]

	RuleRepetition  Rule = "repetition"   // a repeated position that the system allows [after move]
	RuleNoResult    Rule = "no-result"    // the same, and the players may agree on no result [after move]
	RuleTwice       Rule = "color.twice"  // the same player moves again [color]
	RuleStart       Rule = "color.start"  // the wrong player begins [color]
	RuleSetup       Rule = "setup"        // stones are placed or removed by hand during the game
	RuleNoLiberties Rule = "setup.dead"   // set-up stones without liberties
	RuleAfterEnd    Rule = "after-end"    // play continues after the passes that stop the game
	RuleResumed     Rule = "resumed"      // the same, which the system allows
	RuleOwes        Rule = "owes"         // a player had to pass once more; counted as done [color]
	RuleUnfinished  Rule = "unfinished"   // a counted result, but the game was not stopped by passes
	RuleUnmarked    Rule = "dead.missing" // no dead stones are marked, so the count was not compared
	RuleNeutral     Rule = "neutral"      // unfilled neutral points [number]

	RuleHandicap       Rule = "handicap"        // stones on the board differ from HA [HA, stones]
	RuleMoved          Rule = "handicap.moves"  // handicap stones entered as moves [number]
	RulePlacement      Rule = "handicap.points" // not on the fixed points
	RuleKomi           Rule = "komi.missing"    // the record names no komi [komi taken]
	RuleKomiUnread     Rule = "komi.unread"     // the record's komi could not be understood [komi taken]
	RuleRuleset        Rule = "ruleset"         // the record names other rules [as it writes them, the system's]
	RuleRulesetUnknown Rule = "ruleset.unknown" // the record names rules that are not known [the record's]
	RuleDeadEmpty      Rule = "dead.empty"      // marks of dead stones where no stone stands [points]
	RuleAllAlive       Rule = "dead.alive"      // dead stones are marked, but all stones live
	RuleScore          Rule = "score"           // the count differs from the record's result [count, record]

	RuleScoreOwnKomi Rule = "score.own-komi" // the same with the record's komi, which is not the game's [count, record]

	RuleExpectSize     Rule = "expect.size"     // [columns, rows, columns, rows of the game]
	RuleExpectHandicap Rule = "expect.handicap" // [record, game]
	RuleExpectKomi     Rule = "expect.komi"     // [record, game]
	RuleExpectBlack    Rule = "expect.black"    // [record, game]
	RuleExpectWhite    Rule = "expect.white"    // [record, game]
	RuleExpectSwapped  Rule = "expect.swapped"  // Black and White are the wrong way round
	RuleExpectResult   Rule = "expect.result"   // the record's result differs from the one entered [record, entered]
	RuleExpectScore    Rule = "expect.score"    // the count differs from the result entered [count, entered]
)

// Rule returns the rule that an offence breaks, the first of several, or ""
// for a move off the board.
func (o Offence) Rule() Rule { return offenceRules[o.First()] }

var offenceRules = map[Offence]Rule{
	Occupied:          RuleOccupied,
	SuicideOfOne:      RuleSuicide,
	SuicideOfMany:     RuleSuicide,
	KoRetaken:         RuleKo,
	PositionRepeated:  RuleSuperko,
	SituationRepeated: RuleSuperko,
}
