package privacy

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"tourney/internal/rank"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A Person is a player to be erased. First Collect and CollectChanges collect their names and data from the tournament and
// its log; then the methods below remove these from every stored value. Equal values stay equal, so that the log still
// leads to the tournament, and undoing its entries restores no erased data.
type Person struct {
	ID tournament.PlayerID
	// Name is the last known name, "" without any.
	Name string
	// names are the folded words of each full name that they have had, in both orders.
	names [][]string
	// words are the folded words of those names.
	words map[string]bool
	// literal holds the player's addresses and numbers.
	literal []string
	// records are the records of their games, with the property that names them.
	records map[string]string
	// captions are the photos whose caption may name them, by their numbers.
	captions map[int][]string
	// NewRecords and NewDraws map the old hashes of game records and inputs of draws to the new ones. The caller sets
	// them when it rewrites those.
	NewRecords map[string]string
	NewDraws   map[string]tournament.Drawn
}

// NewPerson returns the person with the number of a player.
func NewPerson(id tournament.PlayerID) *Person {
	return &Person{
		ID: id, words: map[string]bool{}, records: map[string]string{}, captions: map[int][]string{},
		NewRecords: map[string]string{}, NewDraws: map[string]tournament.Drawn{},
	}
}

// Numbered returns the replacement for the name of an erased player.
func Numbered(id tournament.PlayerID) string { return fmt.Sprint("Player ", int(id)) }

// Collect collects the data in a state of the tournament.
func (p *Person) Collect(t *tournament.Tournament) {
	p.CollectChanges((&tournament.Tournament{}).Diff(t))
}

// CollectChanges collects the data in an entry of the log.
func (p *Person) CollectChanges(changes []tournament.Change) {
	for _, c := range changes {
		both(c.Player, func(x *tournament.Player) {
			if x.ID == p.ID && !x.Forgotten {
				p.addName(x.Family, x.Given)
				p.Name = x.Name()
				p.addLiteral(x.Mail, x.Contact, x.EGD, x.FFG, x.AGA)
				p.addLiteral(slices.DeleteFunc(strings.Fields(x.Contact), func(w string) bool { return !strings.ContainsAny(w, "@0123456789") })...)
			}
		})
		both(c.Request, func(r *tournament.Request) {
			if r.Player == p.ID && r.Kind == tournament.AskName {
				p.addName(r.Proposed.Family, r.Proposed.Given)
			}
		})
		both(c.Game, func(g *tournament.Game) {
			switch {
			case g.Record == "":
			case g.Black == p.ID:
				p.records[g.Record] = "PB"
			case g.White == p.ID:
				p.records[g.Record] = "PW"
			}
		})
		both(c.Picture, func(x *tournament.Picture) { p.captions[x.ID] = append(p.captions[x.ID], x.Caption) })
	}
}

// both calls do for the value before and after a change.
func both[T any](e *tournament.Edit[T], do func(*T)) {
	if e == nil {
		return
	}
	for _, x := range []*T{e.Old, e.New} {
		if x != nil {
			do(x)
		}
	}
}

func (p *Person) addName(family, given string) {
	for _, name := range []string{family + " " + given, given + " " + family} {
		words := folded(name)
		if len(words) > 0 && !slices.ContainsFunc(p.names, func(n []string) bool { return slices.Equal(n, words) }) {
			p.names = append(p.names, words)
		}
		for _, w := range words {
			if utf8.RuneCountInString(w) > 1 {
				p.words[w] = true
			}
		}
	}
	// The longest first: one name may begin with another.
	slices.SortStableFunc(p.names, func(a, b []string) int { return len(b) - len(a) })
}

func folded(text string) []string {
	words := Words(text)
	for i := range words {
		words[i] = spelling.Fold(words[i])
	}
	return words
}

// addLiteral adds texts that identify the person. Texts below five letters may be part of anything and are skipped.
func (p *Person) addLiteral(texts ...string) {
	const short = 5
	for _, text := range texts {
		if utf8.RuneCountInString(text) >= short && !slices.Contains(p.literal, text) {
			p.literal = append(p.literal, text)
		}
	}
}

// Text returns a text with the number in place of the full name, and without addresses and numbers. A name of one word
// counts only as the whole text: it may be any word.
func (p *Person) Text(text string) string {
	for _, literal := range p.literal {
		text = strings.ReplaceAll(text, literal, "…")
	}
	var out strings.Builder
	rest := text
	spans := wordSpans(text)
	for i := 0; i < len(spans); {
		n := p.nameAt(text, spans[i:])
		if n == 0 || n == 1 && len(spans) > 1 {
			i++
			continue
		}
		begin, end := spans[i].begin-(len(text)-len(rest)), spans[i+n-1].end-(len(text)-len(rest))
		out.WriteString(rest[:begin] + Numbered(p.ID))
		rest = rest[end:]
		i += n
	}
	return out.String() + rest
}

// A span is a word of a text.
type span struct {
	begin, end int
	folded     string
}

func wordSpans(text string) (spans []span) {
	begin := -1
	for i, r := range text + " " {
		switch {
		case isLetter(r) && begin < 0:
			begin = i
		case !isLetter(r) && begin >= 0:
			spans = append(spans, span{begin, i, spelling.Fold(text[begin:i])})
			begin = -1
		}
	}
	return spans
}

// nameAt returns the number of words of a full name at the first span, 0 without one.
func (p *Person) nameAt(text string, spans []span) int {
	for _, name := range p.names {
		if len(name) > len(spans) {
			continue
		}
		same := true
		for k, word := range name {
			same = same && spans[k].folded == word
			same = same && (k == 0 || strings.Trim(text[spans[k-1].end:spans[k].begin], " ,-_.\u00a0") == "")
		}
		if same {
			return len(name)
		}
	}
	return 0
}

// Tournament erases the person from a state of the tournament, or from the input of a draw.
func (p *Person) Tournament(t *tournament.Tournament) {
	for i := range t.Players {
		p.player(&t.Players[i])
	}
	for i := range t.Rounds {
		p.round(&t.Rounds[i])
		for j := range t.Rounds[i].Games {
			p.game(&t.Rounds[i].Games[j])
		}
	}
	for i := range t.Day.Requests {
		p.request(&t.Day.Requests[i])
	}
	for i := range t.Day.Incidents {
		p.incident(&t.Day.Incidents[i])
	}
	t.Day.Pictures = slices.DeleteFunc(t.Day.Pictures, func(x tournament.Picture) bool { return p.Pictured(x.ID) })
	if len(t.Day.Pictures) == 0 {
		t.Day.Pictures = nil
	}
	p.texts(reflect.ValueOf(t).Elem())
}

// Changes erases the person from an entry of the log.
func (p *Person) Changes(changes []tournament.Change) []tournament.Change {
	out := []tournament.Change{}
	for _, c := range changes {
		if c.Picture != nil && p.Pictured(c.Picture.Value().ID) {
			continue
		}
		both(c.Player, p.player)
		both(c.Round, p.round)
		both(c.Game, p.game)
		both(c.Request, p.request)
		both(c.Incident, p.incident)
		p.texts(reflect.ValueOf(&c).Elem())
		out = append(out, c)
	}
	return out
}

// Args erases the person from the values of a message.
func (p *Person) Args(args []any) []any {
	out := slices.Clone(args)
	for i, a := range out {
		if text, ok := a.(string); ok {
			out[i] = p.Text(text)
		}
	}
	return out
}

// Reason erases the person from the reason of an entry with these changes. If they are about the player or their games,
// it replaces every word of the name.
func (p *Person) Reason(reason string, changes []tournament.Change) string {
	reason = p.Text(reason)
	touches := slices.ContainsFunc(changes, func(c tournament.Change) bool {
		return c.Player != nil && c.Player.Value().ID == p.ID || c.Game != nil && c.Game.Value().Has(p.ID)
	})
	if reason == "" || !touches {
		return reason
	}
	words := map[string]string{}
	for w := range p.words {
		words[w] = "…"
	}
	return replaceWords(reason, words)
}

// Pictured reports whether the caption of a photo has ever named the person.
func (p *Person) Pictured(id int) bool {
	return slices.ContainsFunc(p.captions[id], func(text string) bool { return p.Text(text) != text })
}

// Record returns the text of a game record without the person. In their own games it removes every word of the name,
// and the name in the record.
func (p *Person) Record(hash, text string) string {
	own := p.records[hash]
	if own == "" && p.Text(softBreaks.Replace(text)) == softBreaks.Replace(text) {
		return text
	}
	c, _ := gamerecord.Read([]byte(text))
	if c.Len() == 0 {
		return p.Text(text)
	}
	g := c.Game(0)
	if own == "" {
		return g.Rewrite(func(_, value string) string { return p.Text(softBreaks.Replace(value)) })
	}
	named := func(property string) bool {
		return slices.ContainsFunc(folded(g.Info(property)), func(w string) bool { return p.words[w] })
	}
	if other := map[string]string{"PB": "PW", "PW": "PB"}[own]; named(other) && !named(own) { // the colours are swapped
		own = other
	}
	words := map[string]string{}
	for w := range p.words {
		words[w] = "…"
	}
	for _, w := range folded(g.Info(own)) {
		if utf8.RuneCountInString(w) > 1 {
			words[w] = "…"
		}
	}
	return Rename(g, map[string]string{own: Numbered(p.ID)}, words)
}

// player keeps the fields of the player that results and draws depend on, and the payments.
func (p *Person) player(x *tournament.Player) {
	if x.ID != p.ID {
		return
	}
	*x = tournament.Player{
		ID: x.ID, Family: Numbered(x.ID), Forgotten: true, Rank: x.Rank, Rating: x.Rating, RatingOrigin: x.RatingOrigin, Country: x.Country,
		Status: x.Status, Absent: x.Absent, HalfByes: x.HalfByes, Expected: x.Expected, StartCorrection: x.StartCorrection, Since: x.Since,
		Fee:           tournament.Fee{Own: x.Fee.Own, Sum: x.Fee.Sum, Paid: x.Fee.Paid, PaidOn: x.Fee.PaidOn},
		RankDecisions: x.RankDecisions,
	}
}

func (p *Person) request(r *tournament.Request) {
	if r.Player != p.ID {
		return
	}
	r.Name, r.Note, r.Answer = Numbered(p.ID), "", ""
	r.Proposed = tournament.Proposed{Rank: r.Proposed.Rank, Substitute: r.Proposed.Substitute}
	if r.Kind != tournament.AskRank {
		r.Proposed.Rank = rank.None
	}
}

func (p *Person) incident(i *tournament.Incident) {
	if i.Player == p.ID {
		i.Note = ""
	}
}

// game sets the new hash of a game's record. An acceptance of the record stays valid.
func (p *Person) game(g *tournament.Game) {
	hash, ok := p.NewRecords[g.Record]
	if !ok {
		return
	}
	settled := g.Settled()
	if g.Record = hash; settled {
		g.Accepted.Of = g.Evidence()
	}
}

func (p *Person) round(r *tournament.Round) {
	if now, ok := p.NewDraws[r.Drawn.MadeFrom]; ok {
		r.Drawn.MadeFrom, r.Drawn.Inputs = now.MadeFrom, now.Inputs
	} else if r.Drawn.MadeFrom == "" && r.Drawn.Inputs != "" {
		r.Drawn.Inputs = tournament.ForgottenInputs
	}
}

// untouched are the texts that are about no player: the tournament's address, and who
// answers for it.
var untouched = map[reflect.Type][]string{reflect.TypeFor[tournament.Info](): {"Slug", "Former", "Director"}}

// texts changes all texts of a value except for texts of named types, which are words of the program, and the
// untouched.
func (p *Person) texts(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			p.texts(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() && !slices.Contains(untouched[v.Type()], v.Type().Field(i).Name) {
				p.texts(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			p.texts(v.Index(i))
		}
	case reflect.Map:
		if v.Type() == reflect.TypeFor[map[string]string]() {
			for name, text := range v.Interface().(map[string]string) {
				if now := p.Text(text); now != text {
					v.SetMapIndex(reflect.ValueOf(name), reflect.ValueOf(now))
				}
			}
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && v.Len() > 0 {
			v.SetString(p.Text(v.String()))
		}
	}
}
