package opengotha

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/format/xmltree"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// players reads all players. Their IDs follow the order of the file.
func (g *reader) players() error {
	ffgScale := g.ffgScale()
	for _, e := range g.root.All("Player") {
		p, err := g.player(e, ffgScale)
		if err != nil {
			return err
		}
		id, err := g.Player(e.Position(), p, e.Value("rank"))
		if err != nil {
			return err
		}
		g.enter(e, id)
		g.unknown(e, playerAttributes)
	}
	return nil
}

// playerAttributes and gameAttributes are the attributes that are read.
var (
	playerAttributes = []string{
		"name", "firstName", "country", "club", "rank", "grade", "rating", "ratingOrigin", "egfPin", "ffgLicence",
		"ffgLicenceStatus", "agaId", "agaExpirationDate", "smmsCorrection", "participating", "registeringStatus",
	}
	gameAttributes = []string{"roundNumber", "tableNumber", "whitePlayer", "blackPlayer", "handicap", "knownColor", "result"}
)

// unknown reports the first occurrence of every attribute that is dropped.
func (g *reader) unknown(e *xmltree.Element, known []string) {
	for _, a := range e.Attributes {
		if slices.Contains(known, a.Name) || slices.Contains(g.dropped, e.Name+"."+a.Name) || len(g.dropped) > 50 {
			continue
		}
		g.dropped = append(g.dropped, e.Name+"."+a.Name)
		g.warn(e, "opengotha.unknown", fault.Clip(e.Name), fault.Clip(a.Name))
	}
}

// ffgScale reports whether the ratings are on the FFG's scale, 2050 lower than the EGF's. That is so in files whose
// dataVersion is below 201, and in those without it from before OpenGotha's present numbering.
func (g *reader) ffgScale() bool {
	version, stated := g.root.Lookup("dataVersion")
	_, numbered := g.root.Lookup("fullVersionNumber")
	old := !stated && !numbered
	if n, err := strconv.Atoi(strings.TrimSpace(version)); stated && err == nil {
		old = n < 201
	}
	if old && len(g.root.All("Player")) > 0 {
		g.Findings.Add(file.Finding{Severity: file.Info, Key: "opengotha.ffg"})
	}
	return old
}

// enter stores the player under the keys by which games refer to players.
func (g *reader) enter(e *xmltree.Element, id tournament.PlayerID) {
	key := keyOf(e.Value("name") + e.Value("firstName"))
	if _, taken := g.byKey[key]; taken {
		g.warn(e, "opengotha.player.twice", g.T.Player(id).Name())
		return
	}
	g.byKey[key] = id
	plain := plainKey(key)
	if _, taken := g.byPlainKey[plain]; taken {
		id = 0
	}
	g.byPlainKey[plain] = id
}

// keyOf is a name without blanks, in capitals.
func keyOf(name string) string {
	return strings.ToUpper(strings.Join(strings.Fields(name), ""))
}

// plainKey is the key of older files, without accents and punctuation.
func plainKey(key string) string {
	return strings.ReplaceAll(spelling.Fold(key), " ", "")
}

// find returns the player of a key, 0 if it is unknown or ambiguous.
func (g *reader) find(key string) tournament.PlayerID {
	key = keyOf(key)
	if id, ok := g.byKey[key]; ok {
		return id
	}
	return g.byPlainKey[plainKey(key)]
}

func (g *reader) player(e *xmltree.Element, ffgScale bool) (tournament.Player, error) {
	p := tournament.Player{Status: tournament.CheckedIn}
	for _, f := range []struct {
		attribute string
		field     tournament.Field
		to        *string
	}{
		{"name", "family", &p.Family}, {"firstName", "given", &p.Given}, {"club", "club", &p.Club},
		{"country", "country", &p.Country}, {"ratingOrigin", "origin", &p.RatingOrigin},
		{"egfPin", "egd", &p.EGD}, {"ffgLicence", "ffg", &p.FFG}, {"ffgLicenceStatus", "ffg", &p.FFGStatus},
		{"agaId", "aga", &p.AGA}, {"agaExpirationDate", "aga", &p.AGAExpiry},
	} {
		text, err := e.Text(f.attribute, f.field, longestName)
		if err != nil {
			return p, err
		}
		*f.to = text
	}
	if p.Given == "-" { // the given name written for a player of one name
		p.Given = ""
	}
	switch v := e.Value("registeringStatus"); v {
	case "PRE":
		p.Status = tournament.Preliminary
	case "FIN", "":
	default:
		g.warn(e, "import.value", "registeringStatus", fault.Clip(v))
	}
	g.strength(e, &p, ffgScale)
	if v := e.Value("smmsCorrection"); v != "" && !assemble.TakeNumber(v, -30, 30, func(n int) { p.StartCorrection = n }) {
		g.warn(e, "import.value", "smmsCorrection", fault.Clip(v))
	}
	plays := e.Value("participating")
	if strings.Trim(plays, "01") != "" {
		g.warn(e, "import.value", "participating", fault.Clip(plays))
	}
	for i := range min(len(plays), max(mostRounds, g.T.Settings.Rounds)) {
		p.Absent = p.Absent.Put(i+1, plays[i] == '0')
	}
	return p, nil
}

func (g *reader) strength(e *xmltree.Element, p *tournament.Player, ffgScale bool) {
	if v := strings.TrimSpace(e.Value("rating")); v != "" {
		points, err := strconv.Atoi(v)
		if ffgScale {
			points += 2050
		}
		if err != nil {
			g.warn(e, "opengotha.rating", p.Name(), fault.Clip(v))
		} else {
			p.Rating = g.Rating(e.Position(), p.Name(), points)
		}
	}
	grade, gradeErr := rank.Parse(e.Value("grade"))
	var err error
	if p.Rank, err = rank.Parse(e.Value("rank")); err != nil && (gradeErr == nil || p.Rating.Stated()) {
		p.Rank = p.Rating.Rank()
		if gradeErr == nil {
			p.Rank = grade.Amateur()
		}
		g.warn(e, "import.rank", p.Name(), fault.Clip(e.Value("rank")), p.Rank.String())
	}
	switch {
	case gradeErr != nil || grade == p.Rank:
	case grade.Pro() && grade.Amateur() == p.Rank: // OpenGotha pairs professionals as 7d to 9d
		p.Rank = grade
	default:
		p.Grade = grade
	}
	if p.RatingOrigin == madeRating && p.Rating == p.Rank.Rating() {
		p.Rating = rank.Rating{}
	}
	if !p.Rating.Stated() {
		p.RatingOrigin = ""
	}
}

// madeRating is the origin of a rating that was made from the rank, because
// OpenGotha has no player without a rating.
const madeRating = "INI"
