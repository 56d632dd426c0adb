package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rating"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

// The groups that the page shows in a way of their own.
const (
	systemGroup    = "settings.group.system"
	stagesGroup    = "settings.group.stages"
	customGroup    = "settings.group.custom"
	handicapGroup  = "settings.group.handicap"
	pairingGroup   = "settings.group.pairing"
	secondaryGroup = "settings.group.secondary"
	standingsGroup = "settings.group.standings"
)

// settingGroups are all settings as the form shows them.
var settingGroups = []struct {
	name   string
	fields []formField[tournament.Settings]
}{
	{systemGroup, []formField[tournament.Settings]{
		choiceField("system", func(s *tournament.Settings) *tournament.System { return &s.System }, choices("system.", tournament.Systems()...)),
		numberField("rounds", func(s *tournament.Settings) *int { return &s.Rounds }),
		numberField("boards", func(s *tournament.Settings) *int { return &s.Teams.Boards }),
		tieBreakField(0), tieBreakField(1), tieBreakField(2),
		numberField("pools", func(s *tournament.Settings) *int { return &s.Format.Pools }),
		checkField("double", func(s *tournament.Settings) *bool { return &s.Format.Double }),
		checkField("third-place", func(s *tournament.Settings) *bool { return &s.Format.ThirdPlace }),
		numberField("accelerated", func(s *tournament.Settings) *int { return &s.Format.Accelerated }),
	}},
	{stagesGroup, stageFields()},
	{"settings.group.play", []formField[tournament.Settings]{
		sizeField(),
		choiceField("rules", func(s *tournament.Settings) *string { return &s.Rules }, ruleNames()),
		choiceField("tie", func(s *tournament.Settings) *tournament.Tie { return &s.Tie },
			choices("tie.", tournament.TieIsJigo, tournament.TieWhiteWins, tournament.TieBlackWins)),
	}},
	{customGroup, customFields()},
	{"settings.group.records", []formField[tournament.Settings]{
		checkField("player-results", func(s *tournament.Settings) *bool { return &s.PlayerResults }),
		checkField("desk-records", func(s *tournament.Settings) *bool { return &s.DeskRecords }),
	}},
	{"settings.group.clock", []formField[tournament.Settings]{
		durationField("main", time.Minute, func(s *tournament.Settings) *time.Duration { return &s.Clock.Main }),
		choiceField("overtime", func(s *tournament.Settings) *tournament.Overtime { return &s.Clock.Overtime },
			choices("overtime.", tournament.SuddenDeath, tournament.Japanese, tournament.Canadian, tournament.Fischer)),
		durationField("period", time.Second, func(s *tournament.Settings) *time.Duration { return &s.Clock.Period }),
		numberField("periods", func(s *tournament.Settings) *int { return &s.Clock.Periods }),
		numberField("stones", func(s *tournament.Settings) *int { return &s.Clock.Stones }),
	}},
	{"settings.group.mcmahon", []formField[tournament.Settings]{
		rankField("floor", func(s *tournament.Settings) *rank.Rank { return &s.Floor }),
		rankField("bar", func(s *tournament.Settings) *rank.Rank { return &s.Bar }),
		{name: "categories", kind: "text", write: writeCategories, read: readCategories},
	}},
	{handicapGroup, []formField[tournament.Settings]{
		choiceField("basis", func(s *tournament.Settings) *handicap.Basis { return &s.Handicap.Basis }, choices("basis.", handicap.ByRank, handicap.ByMMS)),
		numberField("reduction", func(s *tournament.Settings) *int { return &s.Handicap.Correction }),
		numberField("ceiling", func(s *tournament.Settings) *int { return &s.Handicap.Ceiling }),
		rankField("threshold", func(s *tournament.Settings) *rank.Rank { return &s.Handicap.Threshold }),
		komiField("even-komi", func(s *tournament.Settings) *handicap.Komi { return &s.Handicap.EvenKomi }),
		komiField("handicap-komi", func(s *tournament.Settings) *handicap.Komi { return &s.Handicap.HandicapKomi }),
		choiceField("table", func(s *tournament.Settings) *handicap.Table { return &s.Handicap.Table }, tableNames()),
		{name: "steps", kind: "area", write: writeSteps, read: readSteps},
	}},
	{standingsGroup, append(criteriaFields(),
		checkField("unplayed-half", func(s *tournament.Settings) *bool { return &s.Scoring.UnplayedHalf }),
		checkField("plain-sos", func(s *tournament.Settings) *bool { return &s.Scoring.PlainSOS }),
		checkField("even-dc", func(s *tournament.Settings) *bool { return &s.Scoring.EvenDC }),
	)},
	{"settings.group.unplayed", []formField[tournament.Settings]{
		scoreField("wins-bye", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.WinsBye }),
		scoreField("wins-absent", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.WinsAbsent }),
		scoreField("mms-bye", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.MMSBye }),
		scoreField("mms-absent", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.MMSAbsent }),
		checkField("round-down", func(s *tournament.Settings) *bool { return &s.Scoring.RoundDown }),
	}},
	{"settings.group.order", pairingCriteriaFields()},
	{pairingGroup, []formField[tournament.Settings]{
		numberField("duplicate", func(s *tournament.Settings) *int64 { return &s.Pairing.Duplicate }),
		checkField("played-only", func(s *tournament.Settings) *bool { return &s.Pairing.PlayedOnly }),
		numberField("category", func(s *tournament.Settings) *int64 { return &s.Pairing.Category }),
		numberField("score", func(s *tournament.Settings) *int64 { return &s.Pairing.Score }),
		{name: "curvature", kind: "text", write: writeCurvature, read: readCurvature},
		checkField("half-groups", func(s *tournament.Settings) *bool { return &s.Pairing.HalfGroups }),
		numberField("dudd", func(s *tournament.Settings) *int64 { return &s.Pairing.DrawUpDown }),
		checkField("compensate", func(s *tournament.Settings) *bool { return &s.Pairing.Compensate }),
		choiceField("upper-from", func(s *tournament.Settings) *tournament.Position { return &s.Pairing.UpperFrom }, positions()),
		choiceField("lower-from", func(s *tournament.Settings) *tournament.Position { return &s.Pairing.LowerFrom }, positions()),
		numberField("seeding", func(s *tournament.Settings) *int64 { return &s.Pairing.Seeding }),
		choiceField("first", func(s *tournament.Settings) *tournament.Seeding { return &s.Pairing.First }, seedings()),
		checkField("first-by-rating", func(s *tournament.Settings) *bool { return &s.Pairing.FirstByRating }),
		numberField("switch", func(s *tournament.Settings) *int { return &s.Pairing.SwitchAfter }),
		choiceField("second", func(s *tournament.Settings) *tournament.Seeding { return &s.Pairing.Second }, seedings()),
		checkField("second-by-rating", func(s *tournament.Settings) *bool { return &s.Pairing.SecondByRating }),
		numberField("colour", func(s *tournament.Settings) *int64 { return &s.Pairing.Colour }),
		numberField("random", func(s *tournament.Settings) *int64 { return &s.Pairing.Random }),
		checkField("deterministic", func(s *tournament.Settings) *bool { return &s.Pairing.Deterministic }),
	}},
	{secondaryGroup, []formField[tournament.Settings]{
		rankField("exempt-from", func(s *tournament.Settings) *rank.Rank { return &s.Pairing.ExemptFrom }),
		checkField("exempt-half-wins", func(s *tournament.Settings) *bool { return &s.Pairing.ExemptHalfWins }),
		checkField("exempt-bar", func(s *tournament.Settings) *bool { return &s.Pairing.ExemptBar }),
		numberField("minimum-handicap", func(s *tournament.Settings) *int64 { return &s.Pairing.MinimumHandicap }),
		numberField("geography", func(s *tournament.Settings) *int64 { return &s.Pairing.Geography }),
		numberField("country-gap", func(s *tournament.Settings) *int { return &s.Pairing.CountryGap }),
		numberField("club-gap", func(s *tournament.Settings) *int { return &s.Pairing.ClubGap }),
		{name: "club-groups", kind: "area", write: writeClubGroups, read: readClubGroups},
	}},
	{"settings.group.ratings", []formField[tournament.Settings]{
		choiceField("formula", func(s *tournament.Settings) *string { return &s.Rating.Formula }, formulaNames()),
		checkField("internet", func(s *tournament.Settings) *bool { return &s.Internet }),
		choiceField("class", func(s *tournament.Settings) *string { return &s.Rating.Class }, classNames()),
		codeField(),
	}},
}

// settingFields are the fields of all groups.
var settingFields = func() []formField[tournament.Settings] {
	var all []formField[tournament.Settings]
	for _, g := range settingGroups {
		all = append(all, g.fields...)
	}
	return all
}()

// codeField reads the code of the European Go Database, which has capitals.
func codeField() formField[tournament.Settings] {
	f := textField("code", func(s *tournament.Settings) *string { return &s.Rating.Code })
	read := f.read
	f.read = func(s *tournament.Settings, text string) error { return read(s, strings.ToUpper(text)) }
	return f
}

// sizeField offers the usual boards; others can be typed.
func sizeField() formField[tournament.Settings] {
	f := numberField("size", func(s *tournament.Settings) *int { return &s.Size })
	f.options = []optionView{{Value: "9"}, {Value: "13"}, {Value: "19"}}
	return f
}

func ruleNames() []optionView {
	var options []optionView
	for _, s := range rules.Systems() {
		options = append(options, optionView{Value: s.Name, Text: "rules." + s.Name})
	}
	return append(options, optionView{Value: rules.Custom, Text: "rules." + rules.Custom})
}

// customFields are the parameters of a tournament's own rules. Komi and the
// tie are settings of all tournaments.
func customFields() []formField[tournament.Settings] {
	var fields []formField[tournament.Settings]
	for _, p := range rules.Parameters() {
		if p.Values == nil || p.Name == "tie" {
			continue
		}
		name := "custom-" + p.Name
		fields = append(fields, formField[tournament.Settings]{
			name: name, kind: "choice", options: choices("custom."+p.Name+".", p.Values...),
			write: func(from *tournament.Settings) string { return p.Of(from.CustomRules()) },
			read: func(to *tournament.Settings, text string) error {
				changed, err := to.CustomRules().With(p.Name, text)
				if err != nil {
					return fault.New(fault.Invalid, "field.choice", tournament.Field(name), fault.Clip(text))
				}
				if changed != to.CustomRules() {
					changed.Name, changed.Tie, changed.KomiEven, changed.KomiHandicap = "", "", 0, 0
					to.Custom = changed
				}
				return nil
			},
		})
	}
	return fields
}

func tableNames() []optionView {
	options := []optionView{{Text: "table.none"}}
	for _, s := range handicap.Systems() {
		if s.Policy.Table != "" {
			options = append(options, optionView{Value: string(s.Policy.Table), Text: "handicap.name." + s.Name})
		}
	}
	return options
}

func formulaNames() []optionView {
	options := []optionView{{Text: "formula.current"}}
	for _, f := range rating.Formulas() {
		options = append(options, optionView{Value: f.String(), Text: "formula." + f.String()})
	}
	return options
}

func classNames() []optionView {
	options := []optionView{{Text: "class.clock"}}
	for _, c := range rating.Classes() {
		if c != rating.ByClock {
			options = append(options, optionView{Value: string(c), Text: "class." + string(c)})
		}
	}
	return options
}

func positions() []optionView {
	return choices("position.", tournament.Top, tournament.Middle, tournament.Bottom)
}

func seedings() []optionView {
	return choices("seeding.", tournament.SplitFold, tournament.SplitSlip, tournament.SplitRandom)
}

// durationField is a time in whole units.
func durationField(name string, unit time.Duration, at func(*tournament.Settings) *time.Duration) formField[tournament.Settings] {
	return formField[tournament.Settings]{name: name, kind: "number",
		write: func(from *tournament.Settings) string { return strconv.FormatInt(int64(*at(from)/unit), 10) },
		read: func(to *tournament.Settings, text string) error {
			most := int64(24 * time.Hour / unit)
			n, err := wholeNumber(name, text)
			if err == nil && (n < 0 || n > most) {
				err = fault.New(fault.Invalid, "field.range", tournament.Field(name), n, 0, most)
			}
			*at(to) = time.Duration(n) * unit
			return err
		},
	}
}

func komiField(name string, at func(*tournament.Settings) *handicap.Komi) formField[tournament.Settings] {
	return formField[tournament.Settings]{name: name, kind: "decimal",
		write: func(from *tournament.Settings) string { return at(from).String() },
		read: func(to *tournament.Settings, text string) (err error) {
			*at(to), err = handicap.ParseKomi(strings.ReplaceAll(text, "−", "-"))
			return err
		},
	}
}

// scoreField offers the points that a round without a game can be worth.
func scoreField(name string, at func(*tournament.Settings) *tournament.Score) formField[tournament.Settings] {
	return formField[tournament.Settings]{name: name, kind: "choice", options: []optionView{{Value: "0"}, {Value: "0.5"}, {Value: "1"}},
		write: func(from *tournament.Settings) string { return at(from).String() },
		read: func(to *tournament.Settings, text string) error {
			i := slices.Index([]string{"0", "0.5", "1"}, text)
			if i < 0 {
				return fault.New(fault.Invalid, "field.choice", tournament.Field(name), fault.Clip(text))
			}
			*at(to) = tournament.Score(i)
			return nil
		},
	}
}

// tieBreakField chooses one of the tie-breaks of drawn matches. Blank ones are
// read as such, for the caller to drop.
func tieBreakField(i int) formField[tournament.Settings] {
	options := append([]optionView{{Text: "tiebreak.blank"}}, choices("tiebreak.", tournament.TieBreaks()...)...)
	return formField[tournament.Settings]{name: "tiebreak-" + strconv.Itoa(i+1), kind: "choice", options: options,
		write: func(from *tournament.Settings) string {
			if i < len(from.Teams.TieBreaks) {
				return string(from.Teams.TieBreaks[i])
			}
			return ""
		},
		read: func(to *tournament.Settings, text string) error {
			list := slices.Clone(to.Teams.TieBreaks)
			for len(list) <= i {
				list = append(list, "")
			}
			list[i] = tournament.TieBreak(text)
			to.Teams.TieBreaks = list
			return nil
		},
	}
}

// chosenCriteria is how many criteria of the standings are chosen one by one;
// those after them are a list in one field.
const chosenCriteria = 6

// criteriaFields are the criteria of the standings, the first first. Blank ones are read as such, for the caller to drop.
func criteriaFields() []formField[tournament.Settings] {
	options := []optionView{{Text: "criterion.blank"}}
	for _, c := range slices.Concat(tournament.Criteria(), tournament.TeamCriteria()) {
		options = append(options, optionView{Value: string(c)})
	}
	var fields []formField[tournament.Settings]
	for i := range chosenCriteria {
		fields = append(fields, formField[tournament.Settings]{
			name: "criterion-" + strconv.Itoa(i+1), kind: "choice", options: options,
			write: func(from *tournament.Settings) string {
				if i < len(from.Criteria) {
					return string(from.Criteria[i])
				}
				return ""
			},
			read: func(to *tournament.Settings, text string) error {
				for len(to.Criteria) <= i {
					to.Criteria = append(to.Criteria, "")
				}
				to.Criteria[i] = tournament.Criterion(text)
				return nil
			},
		})
	}
	return append(fields,
		formField[tournament.Settings]{name: "criteria-more", kind: "text",
			write: func(from *tournament.Settings) string {
				return writeCriteria(from.Criteria[min(chosenCriteria, len(from.Criteria)):])
			},
			read: func(to *tournament.Settings, text string) error {
				more, err := readCriteria(text)
				to.Criteria = append(slices.Clone(to.Criteria[:min(chosenCriteria, len(to.Criteria))]), more...)
				return err
			},
		})
}

func writeCriteria(list []tournament.Criterion) string {
	var names []string
	for _, c := range list {
		names = append(names, string(c))
	}
	return strings.Join(names, ", ")
}

// readCriteria reads a list of criteria by their names, however people part and
// capitalise them.
func readCriteria(text string) ([]tournament.Criterion, error) {
	var list []tournament.Criterion
	known := slices.Concat(tournament.Criteria(), tournament.TeamCriteria())
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) }) {
		i := slices.IndexFunc(known, func(c tournament.Criterion) bool { return strings.EqualFold(string(c), name) })
		switch {
		case i < 0:
			return nil, fault.New(fault.Invalid, "settings.criterion", fault.Clip(name))
		case slices.Contains(list, known[i]):
			return nil, fault.New(fault.Invalid, "settings.criteria.twice", string(known[i]))
		}
		list = append(list, known[i])
	}
	return list, nil
}

func writeCategories(s *tournament.Settings) string {
	var ranks []string
	for _, r := range s.Categories {
		ranks = append(ranks, r.String())
	}
	return strings.Join(ranks, ", ")
}

func readCategories(s *tournament.Settings, text string) error {
	s.Categories = nil
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		r, err := rank.Parse(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		s.Categories = append(s.Categories, r)
	}
	return nil
}

func writeCurvature(s *tournament.Settings) string {
	return strconv.FormatFloat(s.Pairing.Curvature, 'f', -1, 64)
}

func readCurvature(s *tournament.Settings, text string) error {
	k, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil {
		return fault.New(fault.Invalid, "settings.pairing.curvature")
	}
	s.Pairing.Curvature = k
	return nil
}

// writeSteps writes the director's own table: a line for each difference from
// 0, handicap and komi.
func writeSteps(s *tournament.Settings) string {
	var lines []string
	for _, t := range s.Handicap.Steps {
		lines = append(lines, fmt.Sprintf("%d  %s", t.Number, t.Komi))
	}
	return strings.Join(lines, "\n")
}

func readSteps(s *tournament.Settings, text string) error {
	s.Handicap.Steps = nil
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) != 2 {
			return fault.New(fault.Invalid, "settings.steps.line", i+1, fault.Clip(line))
		}
		number, err := strconv.Atoi(words[0])
		if err != nil {
			return fault.New(fault.Invalid, "settings.steps.line", i+1, fault.Clip(line))
		}
		komi, err := handicap.ParseKomi(words[1])
		if err != nil {
			return err
		}
		s.Handicap.Steps = append(s.Handicap.Steps, handicap.Terms{Number: number, Komi: komi})
	}
	return nil
}

// writeClubGroups writes a line for each group: name: club, club.
func writeClubGroups(s *tournament.Settings) string {
	var lines []string
	for _, g := range s.Pairing.ClubGroups {
		lines = append(lines, g.Name+": "+strings.Join(g.Clubs, ", "))
	}
	return strings.Join(lines, "\n")
}

func readClubGroups(s *tournament.Settings, text string) error {
	s.Pairing.ClubGroups = nil
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, clubs, ok := strings.Cut(line, ":")
		if !ok {
			return fault.New(fault.Invalid, "settings.clubs.line", i+1, fault.Clip(line))
		}
		group := tournament.ClubGroup{Name: strings.TrimSpace(name)}
		for _, club := range strings.Split(clubs, ",") {
			if club = strings.TrimSpace(club); club != "" {
				group.Clubs = append(group.Clubs, club)
			}
		}
		s.Pairing.ClubGroups = append(s.Pairing.ClubGroups, group)
	}
	return nil
}
