package signup

import (
	"cmp"
	"net/url"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/form"
)

// A showingView asks a player for the form of their public name (partial "showing"). Guardian is the text of a checkbox
// for a minor's guardian, "" if it is not necessary.
type showingView struct {
	Label, Help, Guardian string
	Options               []form.OptionView
	Agreed                bool
}

func newShowing(lang *i18n.Language, t *tournament.Tournament, chosen consent.Hiding) showingView {
	v := showingView{Label: lang.T("signup.public"), Help: lang.T("signup.public.help"), Agreed: chosen == consent.Full}
	if rules := t.Settings.Consent; rules.Minors.Hides() && !rules.All.Hides() {
		v.Guardian = lang.T("signup.guardian", cmp.Or(rules.Age, consent.FullAge))
	}
	for _, h := range []consent.Hiding{consent.Full, consent.Initials, consent.Anonymous} {
		if all := t.Settings.Consent.All; h.Stricter(all) == h {
			v.Options = append(v.Options, form.HidingOptions(lang, chosen.Stricter(all), h)...)
		}
	}
	return v
}

// showingSent returns the choice of the form. A full name without the guardian's tick is shown by the tournament's
// default.
func showingSent(sent url.Values) consent.Hiding {
	switch h := consent.Hiding(sent.Get("hiding")); {
	case h == consent.Initials, h == consent.Anonymous:
		return h
	case sent.Has("guardian"):
		return consent.Full
	}
	return consent.Unsaid
}

// show changes the form of the player's public name.
func (s *Handlers) show() func(c *gin.Context, l *link) error {
	return func(c *gin.Context, l *link) error {
		err := s.countAttempt(c, l)
		if err == nil {
			err = s.editor(c, l, func(ed *director.LinkEditor) error {
				return ed.Show(c.Request.Context(), showingSent(c.Request.PostForm))
			})
		}
		return s.finish(c, l, err)
	}
}
