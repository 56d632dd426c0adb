package site

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/web/page"
)

// PageBase returns the base of a page outside any tournament.
func (s *Site) PageBase(c *gin.Context, title string) page.Base {
	return s.base(c, s.Language(c), title)
}

// base returns the base of a page with the times in the zone of a language.
func (s *Site) base(c *gin.Context, lang *i18n.Language, title string) page.Base {
	address := c.Request.URL.RequestURI()
	if c.Request.Method == http.MethodPost { // a refused form: link to the address of its page
		address = refererPath(c)
	}
	b := page.Frame(s.Languages(c), lang, address, title)
	_, alone := s.Beyond.(Standalone)
	b.Connected = !alone
	if actor, ok := s.Actor(c); ok {
		b.User, b.Roles, b.AlsoHere = actor.Name, s.Rights(c).Roles, AlsoHere(c, s)
		b.Alarm, b.Handbook = s.alarm(b.Language), HelpFor(c.FullPath())
		if !s.May(c, role.Operate) {
			b.Alarm = rewordAlarm(b.Language, b.Alarm, s.Director)
		}
	}
	return b
}

// openInArchive are the sections that work in an archived tournament: the log, printing, the end of a publication, and removing roles.
var openInArchive = []string{"log", "exports", "publish", "staff"}

// DeskBase returns the base of a desk page about a tournament. section is the part of the menu that the page belongs
// to, see menu; "" is the desk itself.
func (s *Site) DeskBase(c *gin.Context, snapshot *director.Snapshot, title, section string) page.Base {
	t := snapshot.Tournament
	b := s.base(c, s.Language(c).In(page.Zone(t)), title)
	home := "/desk/" + t.Info.Slug
	rounds := home
	if t.Origin != "" {
		rounds = "/t/" + t.Info.Slug
	}
	b.Event = page.NewEvent(t, home)
	b.ReadOnly = b.Event.Archived && !slices.Contains(openInArchive, section)
	for n := 1; n <= max(t.Settings.Rounds, len(t.Rounds)) && !t.IsOpen(); n++ {
		r := page.RoundLink{Number: n}
		switch {
		case n <= t.Current():
			r.Address = rounds + "/round/" + strconv.Itoa(n)
		case n <= len(t.Rounds)+1 && s.May(c, role.Draw):
			r.Address = home + "/draw/" + strconv.Itoa(n)
		}
		b.Event.Rounds = append(b.Event.Rounds, r)
	}
	b.Event.Sections, b.Event.More = s.menu(&b, t, section)
	return b
}

// alarm returns the gravest warning about the data: that nothing can be saved, that the file is damaged, or that
// backups fail, with a link that helps; nil without problems.
func (s *Site) alarm(lang *i18n.Language) *page.Banner {
	b := page.Banner{Level: "error", Action: lang.T("frame.safety"), Address: "/safety"}
	now := s.Director.Backups().Status()
	switch trouble := s.Director.Trouble(); {
	case fault.Is(trouble, "standby.yielded"):
		b.Text, b.Action, b.Address = lang.Error(trouble), "", s.Director.Leadership().Address
		if b.Address != "" {
			b.Action = lang.T("standby.go")
		}
	case fault.Is(trouble, "database.moved"):
		b.Text, b.Action, b.Address = lang.Error(trouble), lang.T("export.page.backup"), "/backup"
	case trouble != nil:
		b.Text, b.Action, b.Address = lang.Error(trouble), "", ""
	case now.Damage != nil && now.Sound.Path != "":
		b.Text = lang.T("backup.damage.sound", now.Damage, lang.Moment(now.Sound.At), now.Sound.Name(), backupContents(lang, now.Holds))
	case now.Damage != nil:
		b.Text = lang.T("backup.damage", now.Damage)
	case s.Director.PersonalData().Returned():
		b.Text, b.Action, b.Address = lang.T("backup.forgotten.not"), "", ""
	case now.Failed != nil:
		b.Text = lang.T("backup.failed", lang.Error(now.Failed))
	case s.Restored != nil && s.Restored.LostList != nil:
		b.Text, b.Action, b.Address = lang.T("backup.forgotten.lost"), "", ""
	case now.Second != nil:
		b.Level, b.Text = "warning", lang.Error(now.Second)
	default:
		return s.Beyond.Warning(lang)
	}
	return &b
}

// backupContents returns the number of tournaments in a backup and the time of their last change.
func backupContents(lang *i18n.Language, r director.BackupReport) string {
	text := lang.T("tournament.page.count", len(r.Tournaments))
	if !r.Changed.IsZero() {
		text += ", " + lang.T("backup.changed", lang.Moment(r.Changed))
	}
	return text
}

// rewordAlarm rewords an alarm for users who are not operators: it asks them to inform the operator.
func rewordAlarm(lang *i18n.Language, b *page.Banner, d *director.Director) *page.Banner {
	if b == nil {
		return nil
	}
	text, now := b.Text, d.Backups().Status()
	switch {
	case d.Trouble() != nil || now.Damage == nil:
	case now.Sound.Path != "":
		text = lang.T("backup.damage.sound.others", now.Damage, lang.Moment(now.Sound.At), backupContents(lang, now.Holds))
	default:
		text = lang.T("backup.damage.others", now.Damage)
	}
	return &page.Banner{Level: b.Level, Text: text + " " + lang.T("backup.tell")}
}
