package people

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

// A mergeView is the form that merges two registrations of a person.
type mergeView struct {
	// Others are the other players, similar names first; Likely counts the similar names.
	Others []form.OptionView
	Likely int
	// Theirs is set if the data of the other registration win. Fault is the reason of a refusal.
	Theirs bool
	Fault  string
}

// newMergeView returns the form of a player, with the sent values, if any; nil without other players.
func newMergeView(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player, sent func(string) string) *mergeView {
	v := &mergeView{Theirs: sent("data") == "theirs"}
	likely := map[tournament.PlayerID]bool{}
	for _, o := range t.LookAlikes(p.Family, p.Given) {
		likely[o.ID] = true
	}
	var like, others []form.OptionView
	for i := range t.Players {
		o := &t.Players[i]
		if o.ID == p.ID || o.Forgotten || t.StandIn(o.ID) {
			continue
		}
		id := strconv.Itoa(int(o.ID))
		option := form.OptionView{Value: id, Text: o.Name() + " · " + o.RankAndClub(), Current: sent("other") == id}
		if likely[o.ID] {
			like = append(like, option)
		} else {
			others = append(others, option)
		}
	}
	for _, list := range [][]form.OptionView{like, others} {
		i18n.Sort(lang, list, func(o form.OptionView) string { return o.Text })
	}
	if v.Likely = len(like); len(like)+len(others) == 0 {
		return nil
	}
	v.Others = append([]form.OptionView{{Text: lang.T("entry.merge.choose")}}, append(like, others...)...)
	return v
}

// postMerge merges the player in the address with another one.
func (s *Handlers) postMerge(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	other := tournament.PlayerID(page.Natural(c.PostForm("other")))
	data := p.ID
	if c.PostForm("data") == "theirs" {
		data = other
	}
	var err error
	if other == 0 {
		err = fault.New(fault.Invalid, "player.merge.choose")
	} else {
		err = s.Editor(c).MergePlayers(c.Request.Context(), p.ID, other, data)
	}
	if _, refused := fault.As(err); err == nil || !refused || fault.Is(err, "reason.needed") {
		if err != nil {
			return err
		}
		return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/players?merged="+strconv.Itoa(int(p.ID)))
	}
	view, failed := s.entryPage(c, snapshot, p, form.Sent{})
	if failed != nil {
		return failed
	}
	view.Merge = newMergeView(view.Language, snapshot.Tournament, p, c.PostForm)
	if view.Merge != nil {
		view.Merge.Fault = view.Error(err)
	}
	return s.RenderStatus(c, site.StatusOf(err), "entry", view)
}
