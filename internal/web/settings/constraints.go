package settings

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// A constraintsPage edits the constraints on all draws besides the criteria: pairs that must not or should meet,
// tables, stand-ins, families and clubs.
type constraintsPage struct {
	page.Base
	// Round is the first unpublished round, Draw the address of its draw.
	Round int
	Draw  string
	// Teams is set when teams play: they have no families, stand-ins and own tables. Plan explains that a planned
	// system ignores wishes; may be empty.
	Teams bool
	Plan  string
	// Who are the players or teams to choose from, Rounds the possible last rounds of a wish.
	Who    []form.NameView
	Rounds []int
	// Apart and Together are the wishes.
	Apart, Together constraintList
	// Seats and Blocked are tables.
	Seats, Blocked, StandIns []constraintRow
	Family                   tournament.FamilyRule
	LocalClub, Room          string
	// Clubs are the largest clubs, LocalNow names the local one.
	Clubs    []clubView
	LocalNow []string
	Families []familyView
	// Facts describe the effects on the round.
	Facts []page.CheckView
	// Forms are the forms by their section.
	Forms map[string]*constraintForm
}

// A constraintForm is one of the page's forms; a refused one keeps its typed values.
type constraintForm struct {
	*constraintsPage
	// Do is the value of its button, Names are its fields for players.
	Do            string
	Names         []nameField
	Until         int
	Table, Tables string
	Fault         string
}

// Open reports whether the form is shown: it was refused, or has the player of the address.
func (f *constraintForm) Open() bool {
	return f.Fault != "" || f.Do == "apart" && f.Names[0].Value != ""
}

// A nameField is a field for a player or team.
type nameField struct {
	Number   int
	Value    string
	Required bool
}

// constraintForms are the forms of the page, with the number of their fields for players and of required ones.
var constraintForms = []struct {
	do               string
	fields, required int
}{{"apart", 3, 2}, {"together", 2, 2}, {"seat", 1, 1}, {"block", 0, 0}, {"ghost", 1, 1}, {"family", 0, 0}, {"local", 0, 0}, {"room", 0, 0}}

// setForms creates the forms. The form with button typed has the sent values, and the reason of its refusal.
func (p *constraintsPage) setForms(typed string, sent url.Values, refused string) {
	p.Forms = map[string]*constraintForm{}
	for _, known := range constraintForms {
		f := &constraintForm{constraintsPage: p, Do: known.do}
		var names []string
		if known.do == typed {
			names = sent["who"]
			f.Until, f.Table, f.Tables, f.Fault = page.Natural(sent.Get("until")), sent.Get("table"), sent.Get("tables"), refused
		}
		for i := range max(known.fields, min(len(names), form.MostNames)) {
			field := nameField{Number: i + 1, Required: i < known.required}
			if i < len(names) {
				field.Value = names[i]
			}
			f.Names = append(f.Names, field)
		}
		p.Forms[known.do] = f
	}
}

// A constraintChange is one press of a button.
type constraintChange struct {
	editor *director.ConstraintEditor
	ctx    context.Context // ends with the request
	form   url.Values
	who    []tournament.PlayerID // the players with the typed names
}

// constraintButtons are the buttons by their value of "do": the section of the page for the redirect, and the change.
// Buttons of rows send numbers of players, forms send names.
var constraintButtons = map[string]struct {
	section string
	change  func(d constraintChange) error
}{
	"apart": {"apart", func(d constraintChange) error {
		return d.editor.KeepApart(d.ctx, d.who, page.Natural(d.form.Get("until")))
	}},
	"keep": {"apart", func(d constraintChange) error { return d.editor.KeepApart(d.ctx, d.players(), 0) }},
	"lift": {"apart", func(d constraintChange) error {
		return d.editor.RemoveWishes(d.ctx, d.players(), tournament.WishKind(d.form.Get("kind")))
	}},
	"together": {"together", constraintChange.together},
	"seat":     {"seat", constraintChange.seat},
	"unseat":   {"seat", func(d constraintChange) error { return d.editor.Seat(d.ctx, d.player(), 0) }},
	"block":    {"block", constraintChange.block},
	"unblock":  {"block", constraintChange.unblock},
	"ghost":    {"ghost", constraintChange.standIn},
	"unghost":  {"ghost", func(d constraintChange) error { return d.editor.RemoveStandIn(d.ctx, d.player()) }},
	"family": {"family", func(d constraintChange) error {
		return d.editor.SetFamilyRule(d.ctx, tournament.FamilyRule(d.form.Get("family")))
	}},
	"local": {"local", constraintChange.local},
	"room":  {"room", constraintChange.room},
}

func (s *Handlers) showConstraints(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.constraintsPage(c, snapshot)
	view.fillName(tournament.PlayerID(page.Natural(c.Query("who"))))
	return s.Render(c, "constraints", view)
}

// fillName fills the first field of the forms with the name of a player.
func (p *constraintsPage) fillName(id tournament.PlayerID) {
	i := slices.IndexFunc(p.Who, func(v form.NameView) bool { return v.ID == id })
	for _, f := range p.Forms {
		if i >= 0 && len(f.Names) > 0 {
			f.Names[0].Value = p.Who[i].Label
		}
	}
}

// postConstraints carries out one change and shows the page again.
func (s *Handlers) postConstraints(c *gin.Context, snapshot *director.Snapshot) error {
	pressed, ok := constraintButtons[c.PostForm("do")]
	if !ok {
		return fault.New(fault.Invalid, "form.incomplete")
	}
	t := snapshot.Tournament
	d := constraintChange{
		editor: s.Editor(c).Constraints(), ctx: c.Request.Context(), form: c.Request.PostForm,
	}
	var err error
	if d.who, err = form.ParseNames(form.NameViews(s.Language(c), t), d.form["who"]); err == nil {
		err = pressed.change(d)
	}
	if err == nil {
		return s.Redirect(c, "/desk/"+t.Info.Slug+"/steering#"+pressed.section)
	}
	snapshot, failed := s.Snapshot(c)
	if failed != nil {
		return failed
	}
	page := s.constraintsPage(c, snapshot)
	page.setForms(pressed.section, c.Request.PostForm, page.Error(err))
	return s.RenderRefused(c, err, "constraints", page)
}

// players returns the players of a row's button.
func (d constraintChange) players() []tournament.PlayerID {
	return page.PlayerIDs(d.form["player"])
}

func (d constraintChange) player() tournament.PlayerID {
	return tournament.PlayerID(page.Natural(d.form.Get("player")))
}

func (d constraintChange) together() error {
	if len(d.who) != 2 {
		return fault.New(fault.Invalid, "constraint.page.two")
	}
	return d.editor.BringTogether(d.ctx, d.who[0], d.who[1], page.Natural(d.form.Get("until")))
}

func (d constraintChange) seat() error {
	if len(d.who) != 1 {
		return fault.New(fault.Invalid, "constraint.page.one")
	}
	table, err := strconv.Atoi(d.typed("table"))
	if err != nil || table == 0 { // 0 would remove their table
		return fault.New(fault.Invalid, "game.table.range", fault.Clip(d.form.Get("table")))
	}
	return d.editor.Seat(d.ctx, d.who[0], table)
}

func (d constraintChange) block() error {
	tables, err := parseTables(d.form.Get("tables"))
	if err != nil {
		return err
	}
	return d.editor.Block(d.ctx, tables)
}

func (d constraintChange) unblock() error {
	tables, err := parseTables(d.form.Get("tables"))
	if err != nil {
		return err
	}
	return d.editor.Unblock(d.ctx, tables[0])
}

func (d constraintChange) standIn() error {
	if len(d.who) != 1 {
		return fault.New(fault.Invalid, "constraint.page.one")
	}
	return d.editor.AddStandIn(d.ctx, d.who[0])
}

func (d constraintChange) local() error {
	text := strings.TrimSuffix(d.typed("local"), "%")
	percent, err := strconv.Atoi(cmp.Or(strings.TrimSpace(text), "0"))
	if err != nil {
		return fault.New(fault.Invalid, "constraint.localclub", fault.Clip(text))
	}
	return d.editor.SetLocalClub(d.ctx, percent)
}

func (d constraintChange) room() error {
	text := d.typed("room")
	tables, err := strconv.Atoi(cmp.Or(text, "0"))
	if err != nil {
		return fault.New(fault.Invalid, "constraint.room", fault.Clip(text), tournament.MostPlayers)
	}
	return d.editor.SetRoom(d.ctx, tables)
}

func (d constraintChange) typed(field string) string { return strings.TrimSpace(d.form.Get(field)) }

// mostRanges limits the ranges of tables in one form.
const mostRanges = 100

// parseTables parses table numbers such as "13, 20-25".
func parseTables(text string) ([]tournament.TableRange, error) {
	dashes := strings.NewReplacer("–", "-", "—", "-", "−", "-", "..", "-", "…", "-")
	var tables []tournament.TableRange
	for part := range strings.FieldsFuncSeq(dashes.Replace(text), func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(strings.TrimSpace(first))
		to, err2 := strconv.Atoi(strings.TrimSpace(last))
		if err != nil || err2 != nil {
			return nil, fault.New(fault.Invalid, "constraint.page.tables", fault.Clip(part))
		}
		if tables = append(tables, tournament.TableRange{From: from, To: to}); len(tables) > mostRanges {
			return nil, fault.New(fault.TooLarge, "constraint.page.ranges", mostRanges)
		}
	}
	if len(tables) == 0 {
		return nil, fault.New(fault.Invalid, "constraint.page.tables.none")
	}
	return tables, nil
}
