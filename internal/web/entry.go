package web

import (
	"maps"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// playerFields are what a form can say about a player.
var playerFields = []formField[tournament.Player]{
	textField("family", func(p *tournament.Player) *string { return &p.Family }),
	textField("given", func(p *tournament.Player) *string { return &p.Given }),
	rankField("rank", func(p *tournament.Player) *rank.Rank { return &p.Rank }),
	countryField(func(p *tournament.Player) *string { return &p.Country }),
	textField("club", func(p *tournament.Player) *string { return &p.Club }),
	rankField("grade", func(p *tournament.Player) *rank.Rank { return &p.Grade }),
	rankField("last-rank", func(p *tournament.Player) *rank.Rank { return &p.LastRank }),
	{name: "rating", kind: "text", write: func(p *tournament.Player) string { return p.Rating.String() }, read: readRating},
	textField("origin", func(p *tournament.Player) *string { return &p.RatingOrigin }),
	numberField("correction", func(p *tournament.Player) *int { return &p.StartCorrection }),
	{name: "tags", kind: "text", write: func(p *tournament.Player) string { return strings.Join(p.Tags, ", ") }, read: readTags},
	{name: "born", kind: "text", write: page.WriteBorn, read: readBorn},
	textField("egd", func(p *tournament.Player) *string { return &p.EGD }),
	textField("ffg", func(p *tournament.Player) *string { return &p.FFG }),
	textField("ffg-status", func(p *tournament.Player) *string { return &p.FFGStatus }),
	textField("aga", func(p *tournament.Player) *string { return &p.AGA }),
	textField("aga-expiry", func(p *tournament.Player) *string { return &p.AGAExpiry }),
	textField("contact", func(p *tournament.Player) *string { return &p.Contact }),
	areaField("notes", func(p *tournament.Player) *string { return &p.Notes }),
}

// readRating reads EGF points; an empty text is no rating.
func readRating(p *tournament.Player, text string) error {
	if text == "" {
		p.Rating = rank.Rating{}
		return nil
	}
	n, err := wholeNumber("rating", text)
	if err != nil {
		return err
	}
	if n < rank.LowestRating || n > rank.HighestRating {
		return fault.New(fault.Invalid, "field.range", tournament.Field("rating"), n, rank.LowestRating, rank.HighestRating)
	}
	p.Rating = rank.Points(int(n))
	return nil
}

// readBorn reads a year of birth; an empty text is none.
func readBorn(p *tournament.Player, text string) error {
	if text == "" {
		p.Born = 0
		return nil
	}
	n, err := wholeNumber("born", text)
	if err != nil {
		return err
	}
	if n < tournament.FirstBorn || n > tournament.LastBorn { // 0 too, which is no year
		return fault.New(fault.Invalid, "player.born", n, tournament.FirstBorn, tournament.LastBorn)
	}
	p.Born = int(n)
	return nil
}

// readTags reads categories with commas between them.
func readTags(p *tournament.Player, text string) error {
	p.Tags = nil
	for _, tag := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		if tag = strings.TrimSpace(tag); tag != "" {
			p.Tags = append(p.Tags, tag)
		}
	}
	return nil
}

// An entryPage is the whole entry of one player, to be edited.
type entryPage struct {
	page.Base
	Groups []fieldGroup
	Player registeredView
	Twin   bool // the same name was given and may be confirmed
	// Asked says what the draw is asked about the player.
	Asked []string
	Seen  string
}

// A fieldGroup is some fields of a form under one heading.
type fieldGroup struct {
	// Handicap groups offer to take the values of a handicap system.
	Handicap   bool
	Name, Help string
	Fields     []fieldView
}

var entryGroups = []struct {
	name   string
	fields []string
}{
	{"entry.person", []string{"family", "given", "country", "club"}},
	{"entry.strength", []string{"rank", "grade", "rating", "origin", "last-rank", "correction"}},
	{"entry.federations", []string{"egd", "ffg", "ffg-status", "aga", "aga-expiry"}},
	{"entry.remarks", []string{"tags", "born", "contact", "notes"}},
}

func (s *peopleRoom) showEntry(c *gin.Context) error {
	snapshot, p, err := s.registered(c)
	if err != nil {
		return err
	}
	return s.render(c, "entry", s.entryPage(c, snapshot, p, nil, nil))
}

func (s *peopleRoom) entryPage(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player, form url.Values, wrong faults) entryPage {
	view := entryPage{Base: s.deskBase(c, snapshot, p.Name(), "players", 0), Seen: seen(playerFields, p).Encode()}
	view.Player = newRegisteredView(view.Language, snapshot.Tournament, p)
	view.Asked = askedOf(view.Language, snapshot.Tournament, p)
	for _, g := range entryGroups {
		view.Groups = append(view.Groups, fieldGroup{
			Name: view.T(g.name), Fields: viewForm(view.Language, only(playerFields, g.fields...), p, form, wrong),
		})
	}
	view.Twin = fault.Is(wrong["family"], "player.twin")
	if err := wrong[""]; err != nil {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	} else if anyContrary(wrong) {
		view.Notice = &page.Banner{Level: "warning", Text: view.T("form.overtaken")}
	}
	return view
}

// registered finds the player that the address names.
func (s *peopleRoom) registered(c *gin.Context) (*director.Snapshot, *tournament.Player, error) {
	snapshot, err := s.visible(c)
	if err != nil {
		return nil, nil, err
	}
	id, err := strconv.Atoi(c.Param("player"))
	if err != nil {
		return nil, nil, fault.New(fault.NotFound, "page.missing")
	}
	p := snapshot.Tournament.Player(tournament.PlayerID(id))
	if p == nil {
		return nil, nil, fault.New(fault.NotFound, "player.missing", id)
	}
	return snapshot, p, nil
}

// postEntry changes the entry of a player.
func (s *peopleRoom) postEntry(c *gin.Context) error {
	defer s.formSaving()()
	snapshot, p, err := s.registered(c)
	if err != nil {
		return err
	}
	form := c.Request.PostForm
	contrary, err := merge(s.language(c), playerFields, form, p)
	if err != nil {
		return err
	}
	var draft tournament.Player
	wrong, err := readForm(playerFields, form, &draft)
	if err != nil {
		return err
	}
	maps.Copy(wrong, contrary)
	if len(wrong) == 0 {
		edit := func(now *tournament.Player) {
			// What could be read of the form can be read once more.
			_, _ = readForm(playerFields, form, now)
		}
		actor, _ := s.actor(c)
		err = s.director.On(actor, c.Param("slug")).EditPlayer(c.Request.Context(), p.ID, form.Get("twin") != "", edit)
		if err == nil {
			return s.back(c, "/desk/"+snapshot.Tournament.Info.Slug+"/players?saved="+strconv.Itoa(int(p.ID)))
		}
		if err := wrong.add(err); err != nil {
			return err
		}
	}
	return s.renderStatus(c, 422, "entry", s.entryPage(c, snapshot, p, form, wrong))
}

// postRemove takes a player out for good.
func (s *peopleRoom) postRemove(c *gin.Context) error {
	snapshot, p, err := s.registered(c)
	if err != nil {
		return err
	}
	actor, _ := s.actor(c)
	slug := snapshot.Tournament.Info.Slug
	if err := s.director.On(actor, slug).RemovePlayer(c.Request.Context(), p.ID); err != nil {
		return err
	}
	return s.back(c, "/desk/"+slug+"/players")
}
