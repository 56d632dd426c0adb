package signup

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// letterHandlers handle letters to one player.
type letterHandlers struct{ *Handlers }

// A lettersPage has the current letters to one player.
type lettersPage struct {
	page.Base
	Player  page.PlayerView
	Address string // of the player's entry
	Action  string
	Letters []letterView
	Link    string
	In      []form.OptionView // languages
	// Sends is set if the program can send letters to the player. Unsent is the reason against it despite a mail
	// server.
	Sends  bool
	Unsent string
}

// withPlayer returns the action that runs do with the player in the address.
func (s *letterHandlers) withPlayer(do func(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		id := page.Natural(c.Param("player"))
		p := snapshot.Tournament.Player(tournament.PlayerID(id))
		if p == nil {
			return fault.New(fault.NotFound, "player.missing", id)
		}
		return do(c, snapshot, p)
	})
}

func (s *letterHandlers) showLetters(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	view, err := s.lettersPage(c, snapshot, p)
	if err != nil {
		return err
	}
	if kind := c.Query("sent"); kind != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("message.page.sent", p.Mail)}
	}
	return s.Render(c, "letters", view)
}

func (s *letterHandlers) lettersPage(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) (*lettersPage, error) {
	t := snapshot.Tournament
	w, err := s.writer(c, t, p)
	if err != nil {
		return nil, err
	}
	base := s.DeskBase(c, snapshot, s.Language(c).T("message.page.title", p.Name()), "players")
	path := base.Event.Home + "/letters/" + strconv.Itoa(int(p.ID))
	view := &lettersPage{
		Base: base, Player: page.NewPlayerView(t, p.ID), Address: base.Event.Home + "/players/" + strconv.Itoa(int(p.ID)),
		Action: path + "?in=" + w.lang.Code(), Link: w.link, Sends: s.mailProblem() == nil && p.Mail != "",
		Unsent: unsent(base.Language, s.mailProblem()),
	}
	for _, l := range s.Catalog.Languages() {
		view.In = append(view.In, form.OptionView{Value: path + "?in=" + l.Code(), Text: l.Name(), Current: l.Code() == w.lang.Code()})
	}
	for _, kind := range kinds(t, p, w.now) {
		letter := w.letter(kind)
		if p.Mail != "" {
			letter.File = path + "/" + letter.Kind + "?in=" + w.lang.Code()
		}
		letter.Title = base.T("message.kind." + letter.Kind)
		view.Letters = append(view.Letters, letter)
	}
	return view, nil
}

// unsent returns the reason against sending letters, from the fault of Handlers.sends; "" if the program sends them or
// has no mail server.
func unsent(lang *i18n.Language, err error) string {
	if err == nil || fault.Is(err, "message.server") {
		return ""
	}
	return lang.Error(err)
}

// letterNamed returns a letter to a player by the name of its kind.
func (s *letterHandlers) letterNamed(c *gin.Context, t *tournament.Tournament, p *tournament.Player, name string) (letterView, error) {
	w, err := s.writer(c, t, p)
	if err != nil {
		return letterView{}, err
	}
	for _, kind := range kinds(t, p, w.now) {
		if string(kind) == name {
			return w.letter(kind), nil
		}
	}
	return letterView{}, fault.New(fault.NotFound, "message.none")
}

func (s *letterHandlers) sendLetterFile(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	v, err := s.letterNamed(c, snapshot.Tournament, p, c.Param("kind"))
	if err != nil {
		return err
	}
	data, err := s.letterFile(v, snapshot.Tournament, p)
	if err != nil {
		return err
	}
	site.NoteFile(c, s.Site, snapshot, "letters/"+strconv.Itoa(int(p.ID))+"/"+v.Kind)
	saveLetter(c, v, snapshot.Tournament, data)
	return nil
}

// postLetter sends a letter by the mail server.
func (s *letterHandlers) postLetter(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	if err := s.mailProblem(); err != nil {
		return err
	}
	v, err := s.letterNamed(c, snapshot.Tournament, p, c.PostForm("kind"))
	if err != nil {
		return err
	}
	if err := s.Mail.Send(c.Request.Context(), s.envelope(v, snapshot.Tournament, p)); err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/letters/"+strconv.Itoa(int(p.ID))+"?sent="+v.Kind)
}
