package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
	"tourney/internal/rules"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

// The groups that the page renders differently.
const (
	infoGroup      = "settings.group.info"
	systemGroup    = "settings.group.system"
	openGroup      = "settings.group.open"
	stagesGroup    = "settings.group.stages"
	customGroup    = "settings.group.custom"
	handicapGroup  = "settings.group.handicap"
	pairingGroup   = "settings.group.pairing"
	secondaryGroup = "settings.group.secondary"
	standingsGroup = "settings.group.standings"
)

// settingGroups are the fields of all settings, by heading.
var settingGroups = []struct {
	name   string
	fields []form.Field[tournament.Settings]
}{
	{systemGroup, []form.Field[tournament.Settings]{
		form.ChoiceField("system", func(s *tournament.Settings) *tournament.System { return &s.System }, form.Choices("system.", tournament.Systems()...)),
		form.NumberField("rounds", func(s *tournament.Settings) *int { return &s.Rounds }),
		form.NumberField("boards", func(s *tournament.Settings) *int { return &s.Teams.Boards }),
		tieBreakField(0), tieBreakField(1), tieBreakField(2),
		form.NumberField("pools", func(s *tournament.Settings) *int { return &s.Format.Pools }),
		form.CheckField("double", func(s *tournament.Settings) *bool { return &s.Format.Double }),
		form.ChoiceField("withdrawals", func(s *tournament.Settings) *tournament.Withdrawals { return &s.Format.Withdrawals }, withdrawalsChoices()),
		form.CheckField("third-place", func(s *tournament.Settings) *bool { return &s.Format.ThirdPlace }),
		form.NumberField("accelerated", func(s *tournament.Settings) *int { return &s.Format.Accelerated }),
	}},
	{openGroup, openFields()},
	{pointsGroup, pointsFields()},
	{"settings.group.clock", []form.Field[tournament.Settings]{
		durationField("main", time.Minute, func(s *tournament.Settings) *time.Duration { return (*time.Duration)(&s.Clock.Main) }),
		form.ChoiceField("overtime", func(s *tournament.Settings) *tournament.Overtime { return &s.Clock.Overtime },
			form.Choices("clock.overtime.", tournament.SuddenDeath, tournament.Japanese, tournament.Canadian, tournament.Fischer)),
		durationField("period", time.Second, func(s *tournament.Settings) *time.Duration { return (*time.Duration)(&s.Clock.Period) }),
		form.NumberField("periods", func(s *tournament.Settings) *int { return &s.Clock.Periods }),
		form.NumberField("stones", func(s *tournament.Settings) *int { return &s.Clock.Stones }),
	}},
	{"settings.group.mcmahon", []form.Field[tournament.Settings]{
		form.RankField("floor", func(s *tournament.Settings) *rank.Rank { return &s.Floor }),
		form.RankField("bar", func(s *tournament.Settings) *rank.Rank { return &s.Bar }),
		{Name: "categories", Kind: "text", Write: formatCategories, Read: parseCategories},
	}},
	{handicapGroup, []form.Field[tournament.Settings]{
		form.ChoiceField("basis", func(s *tournament.Settings) *handicap.Basis { return &s.Handicap.Basis }, form.Choices("handicap.basis.", handicap.ByRank, handicap.ByMMS)),
		form.NumberField("reduction", func(s *tournament.Settings) *int { return &s.Handicap.Correction }),
		form.NumberField("ceiling", func(s *tournament.Settings) *int { return &s.Handicap.Ceiling }),
		form.RankField("threshold", func(s *tournament.Settings) *rank.Rank { return &s.Handicap.Threshold }),
		komiField("even-komi", func(s *tournament.Settings) *handicap.Komi { return &s.Handicap.EvenKomi }),
		form.ChoiceField("komi-choice", func(s *tournament.Settings) *handicap.Choice { return &s.KomiChoice },
			form.Choices("handicap.choice.", handicap.Announced, handicap.DivideAndChoose, handicap.Auction)),
		komiField("handicap-komi", func(s *tournament.Settings) *handicap.Komi { return &s.Handicap.HandicapKomi }),
		form.ChoiceField("table", func(s *tournament.Settings) *handicap.Table { return &s.Handicap.Table }, tableNames()),
		{Name: "steps", Kind: "area", Write: formatSteps, Read: parseSteps},
	}},
	{"settings.group.play", []form.Field[tournament.Settings]{
		sizeField(),
		form.ChoiceField("rules", func(s *tournament.Settings) *string { return &s.Rules }, ruleNames()),
		form.ChoiceField("tie", func(s *tournament.Settings) *tournament.Tie { return &s.Tie },
			form.Choices("settings.tie.", tournament.TieIsJigo, tournament.TieWhiteWins, tournament.TieBlackWins)),
	}},
	{customGroup, customFields()},
	{standingsGroup, []form.Field[tournament.Settings]{
		criteriaField("criteria", func(s *tournament.Settings) *[]tournament.Criterion { return &s.Criteria }),
		form.CheckField("unplayed-half", func(s *tournament.Settings) *bool { return &s.Scoring.UnplayedHalf }),
		form.CheckField("plain-sos", func(s *tournament.Settings) *bool { return &s.Scoring.PlainSOS }),
		form.CheckField("even-dc", func(s *tournament.Settings) *bool { return &s.Scoring.EvenDC }),
	}},
	{"settings.group.unplayed", []form.Field[tournament.Settings]{
		scoreField("wins-bye", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.WinsBye }),
		scoreField("wins-absent", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.WinsAbsent }),
		scoreField("mms-bye", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.MMSBye }),
		scoreField("mms-absent", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.MMSAbsent }),
		form.CheckField("round-down", func(s *tournament.Settings) *bool { return &s.Scoring.RoundDown }),
	}},
	{stagesGroup, stageFields()},
	// An empty list means the criteria of the standings.
	{"settings.group.order", []form.Field[tournament.Settings]{
		criteriaField("pairing-criteria", func(s *tournament.Settings) *[]tournament.Criterion { return &s.PairingCriteria }),
	}},
	{pairingGroup, []form.Field[tournament.Settings]{
		form.NumberField("duplicate", func(s *tournament.Settings) *int64 { return &s.Pairing.Duplicate }),
		form.CheckField("played-only", func(s *tournament.Settings) *bool { return &s.Pairing.PlayedOnly }),
		form.NumberField("category", func(s *tournament.Settings) *int64 { return &s.Pairing.Category }),
		form.NumberField("score", func(s *tournament.Settings) *int64 { return &s.Pairing.Score }),
		{Name: "curvature", Kind: "decimal", Write: formatCurvature, Read: parseCurvature},
		form.CheckField("half-groups", func(s *tournament.Settings) *bool { return &s.Pairing.HalfGroups }),
		form.NumberField("dudd", func(s *tournament.Settings) *int64 { return &s.Pairing.MovedUpDown }),
		form.CheckField("compensate", func(s *tournament.Settings) *bool { return &s.Pairing.Compensate }),
		form.ChoiceField("upper-from", func(s *tournament.Settings) *tournament.Position { return &s.Pairing.UpperFrom }, positions()),
		form.ChoiceField("lower-from", func(s *tournament.Settings) *tournament.Position { return &s.Pairing.LowerFrom }, positions()),
		form.NumberField("seeding", func(s *tournament.Settings) *int64 { return &s.Pairing.Seeding }),
		form.ChoiceField("first", func(s *tournament.Settings) *tournament.Seeding { return &s.Pairing.First }, seedings()),
		form.CheckField("first-by-rating", func(s *tournament.Settings) *bool { return &s.Pairing.FirstByRating }),
		form.NumberField("switch", func(s *tournament.Settings) *int { return &s.Pairing.SwitchAfter }),
		form.ChoiceField("second", func(s *tournament.Settings) *tournament.Seeding { return &s.Pairing.Second }, seedings()),
		form.CheckField("second-by-rating", func(s *tournament.Settings) *bool { return &s.Pairing.SecondByRating }),
		form.NumberField("colour", func(s *tournament.Settings) *int64 { return &s.Pairing.Colour }),
		form.NumberField("random", func(s *tournament.Settings) *int64 { return &s.Pairing.Random }),
		form.CheckField("deterministic", func(s *tournament.Settings) *bool { return &s.Pairing.Deterministic }),
	}},
	{secondaryGroup, []form.Field[tournament.Settings]{
		form.RankField("exempt-from", func(s *tournament.Settings) *rank.Rank { return &s.Pairing.ExemptFrom }),
		form.CheckField("exempt-half-wins", func(s *tournament.Settings) *bool { return &s.Pairing.ExemptHalfWins }),
		form.CheckField("exempt-bar", func(s *tournament.Settings) *bool { return &s.Pairing.ExemptBar }),
		form.NumberField("minimum-handicap", func(s *tournament.Settings) *int64 { return &s.Pairing.MinimumHandicap }),
		form.NumberField("geography", func(s *tournament.Settings) *int64 { return &s.Pairing.Geography }),
		form.NumberField("country-gap", func(s *tournament.Settings) *int { return &s.Pairing.CountryGap }),
		form.NumberField("club-gap", func(s *tournament.Settings) *int { return &s.Pairing.ClubGap }),
		{Name: "club-groups", Kind: "area", Write: formatClubGroups, Read: parseClubGroups},
	}},
	{"settings.group.records", []form.Field[tournament.Settings]{
		form.CheckField("players-settle", func(s *tournament.Settings) *bool { return &s.PlayersSettle }),
		reportField(),
		form.CheckField("live", func(s *tournament.Settings) *bool { return &s.Live.On }),
		form.NumberField("live-moves", func(s *tournament.Settings) *int { return &s.Live.Moves }),
		form.NumberField("live-minutes", func(s *tournament.Settings) *int { return &s.Live.Minutes }),
		form.CheckField("desk-records", func(s *tournament.Settings) *bool { return &s.DeskRecords }),
	}},
	{"settings.group.ratings", []form.Field[tournament.Settings]{
		form.ChoiceField("formula", func(s *tournament.Settings) *string { return &s.Rating.Formula }, formulaNames()),
		form.CheckField("show-odds", func(s *tournament.Settings) *bool { return &s.ShowOdds }),
		form.CheckField("internet", func(s *tournament.Settings) *bool { return &s.Internet }),
		form.ChoiceField("class", func(s *tournament.Settings) *string { return &s.Rating.Class }, classNames()),
		codeField(),
		form.FreezeField(),
	}},
}

// settingFields are the fields of all groups.
var settingFields = func() []form.Field[tournament.Settings] {
	var all []form.Field[tournament.Settings]
	for _, g := range settingGroups {
		all = append(all, g.fields...)
	}
	return all
}()

// reportField is the switch for reports of players. It is on if they settle their games; their own choice stays stored.
func reportField() form.Field[tournament.Settings] {
	f := form.CheckField("player-results", func(s *tournament.Settings) *bool { return &s.PlayerResults })
	f.Write = func(s *tournament.Settings) string {
		if s.PlayersDecide() {
			return "on"
		}
		return ""
	}
	f.Read = func(s *tournament.Settings, text string) error {
		s.PlayerResults = text != "" && (s.PlayerResults || !s.PlayersSettle)
		return nil
	}
	return f
}

// codeField is the code of the European Go Database, in capitals.
func codeField() form.Field[tournament.Settings] {
	f := form.TextField("code", func(s *tournament.Settings) *string { return &s.Rating.Code })
	read := f.Read
	f.Read = func(s *tournament.Settings, text string) error { return read(s, strings.ToUpper(text)) }
	return f
}

// sizeField suggests the usual sizes of the board; others can be typed.
func sizeField() form.Field[tournament.Settings] {
	f := form.NumberField("size", func(s *tournament.Settings) *int { return &s.Size })
	f.Options = []form.OptionView{{Value: "9"}, {Value: "13"}, {Value: "19"}}
	return f
}

func ruleNames() []form.OptionView {
	var options []form.OptionView
	for _, s := range rules.Systems() {
		options = append(options, form.OptionView{Value: s.Name, Text: "rules." + s.Name})
	}
	return append(options, form.OptionView{Value: rules.Custom, Text: "rules." + rules.Custom})
}

// customFields are the parameters of a tournament's own rules.
func customFields() []form.Field[tournament.Settings] {
	var fields []form.Field[tournament.Settings]
	for _, p := range rules.Parameters() {
		if p.Setting {
			continue
		}
		name, options := "custom-"+p.Name, form.Choices("rules.custom."+p.Name+".", p.Values...)
		fields = append(fields, form.Field[tournament.Settings]{
			Name: name, Kind: "choice", Options: options,
			Write: func(from *tournament.Settings) string { return p.Of(from.CustomRules()) },
			Read: func(to *tournament.Settings, text string) error {
				changed, err := to.CustomRules().With(p.Name, text)
				if err != nil {
					return form.NoChoice(name, text, options)
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

// openFields are the rules of open play. A default is stored as a zero value.
func openFields() []form.Field[tournament.Settings] {
	rematch := form.ChoiceField("rematch", func(s *tournament.Settings) *tournament.Rematch { return &s.Open.Rematch },
		form.Choices("open.rematch.", tournament.Rematches()...))
	rematch.Write = func(s *tournament.Settings) string { return string(s.Open.Rule()) }
	read := rematch.Read
	rematch.Read = func(s *tournament.Settings, text string) error {
		if text == string(s.Open.Rule()) {
			return nil
		}
		err := read(s, text)
		if s.Open.Rematch == tournament.RematchOnce {
			s.Open.Rematch = ""
		}
		return err
	}
	promise := form.NumberField("promise", func(s *tournament.Settings) *int { return &s.Open.Promise })
	promise.Write = func(s *tournament.Settings) string {
		return strconv.Itoa(cmp.Or(s.Open.Promise, tournament.DefaultPromise))
	}
	promise.Read = func(s *tournament.Settings, text string) error {
		n, err := form.ParseWhole("promise", text)
		if err == nil && (n < tournament.LeastPromise || n > tournament.MostPromise) {
			err = fault.New(fault.Invalid, "open.promise", n, tournament.LeastPromise, tournament.MostPromise)
		}
		if s.Open.Promise = int(n); n == tournament.DefaultPromise {
			s.Open.Promise = 0
		}
		return err
	}
	return []form.Field[tournament.Settings]{
		rematch, promise, form.OptionalNumber("widest", func(s *tournament.Settings) *int { return &s.Open.Widest }),
	}
}

func tableNames() []form.OptionView {
	options := []form.OptionView{{Text: "handicap.table.none"}}
	for _, s := range handicap.Systems() {
		if s.Policy.Table != "" {
			options = append(options, form.OptionView{Value: string(s.Policy.Table), Text: "handicap.name." + s.Name})
		}
	}
	return options
}

func formulaNames() []form.OptionView {
	options := []form.OptionView{{Text: "rating.formula.current"}}
	for _, f := range rating.Formulas() {
		options = append(options, form.OptionView{Value: f.String(), Text: "rating.formula." + f.String()})
	}
	return options
}

func classNames() []form.OptionView {
	options := []form.OptionView{{Text: "rating.class.clock"}}
	for _, c := range rating.Classes() {
		if c != rating.ByClock {
			options = append(options, form.OptionView{Value: string(c), Text: "rating.class." + string(c)})
		}
	}
	return options
}

func positions() []form.OptionView {
	return form.Choices("settings.position.", tournament.Top, tournament.Middle, tournament.Bottom)
}

func seedings() []form.OptionView {
	return form.Choices("settings.seeding.", tournament.SplitFold, tournament.SplitSlip, tournament.SplitRandom)
}

// durationField is a time in whole units.
func durationField(name string, unit time.Duration, at func(*tournament.Settings) *time.Duration) form.Field[tournament.Settings] {
	return form.Field[tournament.Settings]{Name: name, Kind: "number",
		Write: func(from *tournament.Settings) string { return strconv.FormatInt(int64(*at(from)/unit), 10) },
		Read: func(to *tournament.Settings, text string) error {
			most := int64(24 * time.Hour / unit)
			n, err := form.ParseWhole(name, text)
			if err == nil && (n < 0 || n > most) {
				err = fault.New(fault.Invalid, "field.range", tournament.Field(name), n, 0, most)
			}
			*at(to) = time.Duration(n) * unit
			return err
		},
	}
}

func komiField(name string, at func(*tournament.Settings) *handicap.Komi) form.Field[tournament.Settings] {
	return form.Field[tournament.Settings]{Name: name, Kind: "decimal",
		Write: func(from *tournament.Settings) string { return at(from).String() },
		Read: func(to *tournament.Settings, text string) (err error) {
			*at(to), err = handicap.ParseKomi(strings.ReplaceAll(text, "−", "-"))
			return err
		},
	}
}

// scoreField is the score of a round without a game.
func scoreField(name string, at func(*tournament.Settings) *tournament.Score) form.Field[tournament.Settings] {
	options := []form.OptionView{{Value: "0"}, {Value: "0.5"}, {Value: "1"}}
	return form.Field[tournament.Settings]{Name: name, Kind: "choice", Options: options,
		Write: func(from *tournament.Settings) string { return at(from).String() },
		Read: func(to *tournament.Settings, text string) error {
			i := slices.IndexFunc(options, func(o form.OptionView) bool { return o.Value == text })
			if i < 0 {
				return form.NoChoice(name, text, options)
			}
			*at(to) = tournament.Score(i)
			return nil
		},
	}
}

// slotField is the i-th element of a list, from 0. The caller removes blank ones.
func slotField[S ~string](
	name string, i int, at func(*tournament.Settings) *[]S, options []form.OptionView,
) form.Field[tournament.Settings] {
	return form.Field[tournament.Settings]{Name: name + strconv.Itoa(i+1), Kind: "choice", Options: options,
		Write: func(from *tournament.Settings) string {
			if list := *at(from); i < len(list) {
				return string(list[i])
			}
			return ""
		},
		Read: func(to *tournament.Settings, text string) error {
			list := slices.Clone(*at(to))
			for len(list) <= i {
				list = append(list, "")
			}
			list[i] = S(text)
			*at(to) = list
			return nil
		},
	}
}

// tieBreakField is one of the tie-breaks of drawn matches.
func tieBreakField(i int) form.Field[tournament.Settings] {
	options := append([]form.OptionView{{Text: "criterion.tiebreak.blank"}}, form.Choices("criterion.tiebreak.", tournament.TieBreaks()...)...)
	return slotField("tiebreak-", i, func(s *tournament.Settings) *[]tournament.TieBreak { return &s.Teams.TieBreaks }, options)
}

// criteriaField is a list of criteria in their order.
func criteriaField(name string, at func(*tournament.Settings) *[]tournament.Criterion) form.Field[tournament.Settings] {
	return form.Field[tournament.Settings]{Name: name, Kind: "list",
		Write: func(from *tournament.Settings) string { return form.FormatCriteria(*at(from)) },
		Read: func(to *tournament.Settings, text string) (err error) {
			*at(to), err = form.ParseCriteria(text)
			return err
		},
	}
}

func formatCategories(s *tournament.Settings) string {
	var ranks []string
	for _, r := range s.Categories {
		ranks = append(ranks, r.String())
	}
	return strings.Join(ranks, ", ")
}

func parseCategories(s *tournament.Settings, text string) error {
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

func formatCurvature(s *tournament.Settings) string {
	return strconv.FormatFloat(s.Pairing.Curvature, 'f', -1, 64)
}

func parseCurvature(s *tournament.Settings, text string) error {
	k, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil {
		return fault.New(fault.Invalid, "settings.pairing.curvature")
	}
	s.Pairing.Curvature = k
	return nil
}

// formatSteps formats the director's own table: a line with handicap and komi for
// each difference, from 0.
func formatSteps(s *tournament.Settings) string {
	var lines []string
	for _, t := range s.Handicap.Steps {
		lines = append(lines, fmt.Sprintf("%d  %s", t.Number, t.Komi))
	}
	return strings.Join(lines, "\n")
}

func parseSteps(s *tournament.Settings, text string) error {
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

// formatClubGroups formats a line for each group: name: club, club.
func formatClubGroups(s *tournament.Settings) string {
	var lines []string
	for _, g := range s.Pairing.ClubGroups {
		lines = append(lines, g.Name+": "+strings.Join(g.Clubs, ", "))
	}
	return strings.Join(lines, "\n")
}

func parseClubGroups(s *tournament.Settings, text string) error {
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
