package admin

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A safetyPage shows where the data are saved, and earlier states to go back to.
type safetyPage struct {
	page.Base
	State stateView
	// Here is this computer, Stick the second folder for backups, Seconds are the computers that follow.
	Here, Stick placeView
	Seconds     []placeView
	// Cannot is the reason if no computer can follow, Adds is set if one can.
	Cannot string
	Adds   bool
	// Folder is the chosen or refused folder, FolderWrong is set for a refused one, Fixed if a flag of the program names
	// it.
	Folder             string
	FolderWrong, Fixed bool
	// Latest are the latest backups, Older the others; Kept is the rule for them.
	Latest, Older []backupRow
	Kept          string
	// On is set for automatic backups. Zone is the time zone of the times, Checked the time of the last successful check
	// of the data file, "" before the first.
	On            bool
	Zone, Checked string
	Fault         string
}

// A stateView is the state in one sentence. Dot is "good", "wait" or "bad"; Loss describes the loss if
// this computer fails; Action and Address are a link that helps, both may be empty.
type stateView struct{ Dot, Text, Loss, Action, Address string }

// A placeView is a place of the data. Do is the action for a computer that does not follow, else nil.
type placeView struct {
	Dot, Name, Detail, How, Last string
	ID                           string
	Do                           *page.Choice
}

// A backupRow is one backup: its time, reason and content, which is the state of the tournament changed last.
type backupRow struct {
	Lang                         *i18n.Language
	Name, When, Why, Holds, Size string
	Address, File                string
}

// latestShown is the number of backups that are shown at first.
const latestShown = 5

func (s *Handlers) showSafety(c *gin.Context) error {
	view, err := s.safetyPage(c)
	if err != nil {
		return err
	}
	if name := c.Query("forgotten"); name != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("standby.page.forgotten", page.Clip(name))}
	}
	return s.Render(c, "safety", view)
}

func (s *Handlers) safetyPage(c *gin.Context) (*safetyPage, error) {
	ctx, backups := c.Request.Context(), s.Director.Backups()
	config, now := backups.Config(), backups.Status()
	view := &safetyPage{Base: s.PageBase(c, s.Language(c).T("frame.safety")), On: config.Folder != ""}
	view.Kept, view.Zone = view.T("backup.kept", backups.Rule()...), view.ZoneName(s.Director.Now())
	if !now.Checked.IsZero() && now.Damage == nil {
		view.Checked = view.Moment(now.Checked)
	}
	seconds, err := s.Beyond.Seconds(ctx)
	if err != nil {
		return nil, err
	}
	is, err := s.safety(ctx, seconds)
	if err != nil {
		return nil, err
	}
	view.State = newStateView(view.Language, is)
	if a := view.Alarm; a != nil && a.Level == "error" {
		view.State = stateView{Dot: "bad", Text: a.Text, Action: a.Action, Address: a.Address}
	}
	view.setPlaces(is, seconds)
	view.Folder = backups.Chosen()
	view.Fixed = config.Second != "" && view.Folder == ""
	list, err := backups.List()
	if err != nil {
		view.Fault = view.Error(err)
	}
	for i, kept := range list {
		row := s.backupRow(c, view.Language, kept)
		if i > 0 && sameMinute(kept, list[i-1]) || i+1 < len(list) && sameMinute(kept, list[i+1]) {
			row.When = view.Language.SinceSecond(kept.At, s.Director.Now())
		}
		if i < latestShown {
			view.Latest = append(view.Latest, row)
		} else {
			view.Older = append(view.Older, row)
		}
	}
	view.Notice = restoredBanner(view.Language, s.Restored)
	return view, nil
}

// sameMinute reports whether two backups would have the same time without seconds.
func sameMinute(a, b director.Kept) bool {
	return a.At.Truncate(time.Minute).Equal(b.At.Truncate(time.Minute))
}

// setPlaces fills the table of places.
func (p *safetyPage) setPlaces(is safety, seconds site.Seconds) {
	p.Here = placeView{Dot: "good"}
	if !is.changed.IsZero() {
		p.Here.Last = p.Since(is.changed, is.now)
	}
	if p.State.Dot == "bad" {
		p.Here.Dot = "bad"
	}
	p.Stick = placeView{Name: is.stick}
	switch {
	case is.stick == "":
	case is.out:
		p.Stick.Dot = "wait"
		if p.Stick.Last = p.T("safety.away"); !is.copied.IsZero() {
			p.Stick.Last = p.T("safety.away.since", p.Since(is.copied, is.now))
		}
	default:
		if p.Stick.Dot = "wait"; is.missing == 0 {
			p.Stick.Dot = "good"
		}
		if !is.backedUp.IsZero() {
			p.Stick.Last = p.Since(is.backedUp, is.now)
		}
	}
	if seconds.Cannot != nil {
		p.Cannot = p.Error(seconds.Cannot)
	}
	p.Adds = p.Connected && seconds.Cannot == nil
	for _, second := range seconds.List {
		row := placeView{ID: second.ID, Name: second.Name, Detail: strings.Join(second.Addresses, ", "), Dot: "wait"}
		switch {
		case second.Follows:
			row.Dot, row.How, row.Last = "good", p.T("safety.follows"), p.Here.Last
		case second.Behind.IsZero():
			row.How = p.T("standby.page.unheard")
		default:
			row.How = p.T("standby.page.behind", p.Since(second.Behind, is.now))
		}
		if !second.Follows {
			row.Do = &page.Choice{Value: "forget", Text: p.T("standby.page.forget")}
		}
		p.Seconds = append(p.Seconds, row)
	}
	if old := seconds.Unnotified; old != "" {
		lost := &page.Choice{Value: "settle", Text: p.T("standby.page.lost")}
		p.Seconds = append(p.Seconds, placeView{ID: old, Name: old, Dot: "wait", How: p.T("standby.page.deaf"), Do: lost})
	}
}

// backupRow returns one backup for the list.
func (s *Handlers) backupRow(c *gin.Context, lang *i18n.Language, kept director.Kept) backupRow {
	path := "/backups/" + url.PathEscape(kept.Name())
	row := backupRow{
		Lang: lang, Name: kept.Name(), When: lang.Since(kept.At, s.Director.Now()), Why: lang.T("backup.why." + string(kept.Reason)),
		Size: size(lang, kept.Size), Address: path, File: path + "/file",
	}
	holds, err := s.Director.Backups().Glance(c.Request.Context(), kept)
	if err != nil {
		row.Holds = lang.Error(err)
		return row
	}
	row.Holds = lang.T("tournament.page.count", 0)
	if len(holds.Tournaments) > 0 {
		t := holds.Tournaments[0]
		row.Holds = lang.T("player.count", t.Players)
		if t.Last > 0 {
			row.Holds = lang.T("backup.round", t.Last, t.Results, t.Games)
		}
		if len(holds.Tournaments) > 1 {
			row.Holds = t.Name + ": " + row.Holds
		}
	}
	return row
}

// A safety is the state of the places of the data.
type safety struct {
	now time.Time
	// changed and backedUp are the times of the last change and the last backup, zero without any.
	changed, backedUp time.Time
	// stick is the second folder for backups, "" for none. out is set if it is missing or cannot be written, and copied
	// is the last time when it had all backups, zero if unknown; failed is the reason.
	stick  string
	out    bool
	copied time.Time
	failed error
	// follows is the name of a computer with all changes, late the name of another one; both may be "". behind is the
	// time since which late misses changes, zero if unknown.
	follows, late string
	behind        time.Time
	// missing is the number of changes that are only here, -1 if all are.
	missing int
}

// safety finds out where the data are.
func (s *Handlers) safety(ctx context.Context, seconds site.Seconds) (is safety, err error) {
	backups := s.Director.Backups()
	config, status := backups.Config(), backups.Status()
	is = safety{now: s.Director.Now(), missing: -1, backedUp: status.Last.At, out: status.Second != nil, copied: status.Mirrored, failed: status.Second}
	if config.Second != "" {
		is.stick = filepath.Dir(config.Second)
	}
	for _, second := range seconds.List {
		if second.Follows {
			is.follows = second.Name
		} else {
			is.late, is.behind = second.Name, second.Behind
		}
	}
	since := is.backedUp
	if status.Last.Path != "" {
		// The name of a backup has whole seconds: its last change tells exactly which ones it holds.
		if holds, err := backups.Glance(ctx, status.Last); err == nil && !holds.Changed.IsZero() {
			since = holds.Changed
		}
	}
	if is.out && is.copied.Before(is.backedUp) {
		since = is.copied
	}
	n, changed, err := backups.Changes(ctx, since)
	if is.changed = changed; is.stick != "" && !since.IsZero() && !(is.out && is.copied.IsZero()) {
		is.missing = n
	}
	return is, err
}

// newStateView returns the state in one sentence.
func newStateView(lang *i18n.Language, is safety) (v stateView) {
	at := lang.Since(is.backedUp, is.now)
	stick := is.stick != "" && !is.out && !is.backedUp.IsZero()
	alone := lang.T("safety.alone") + " "
	v.Dot, v.Loss = "wait", lossOf(lang, is)
	switch {
	case is.failed != nil && !fault.Is(is.failed, "backup.second.missing"):
		v.Text = lang.Error(is.failed)
	case is.out && is.follows != "":
		v.Text = lang.T("safety.out.follows", is.follows)
	case is.out && is.copied.IsZero():
		v.Text = alone + lang.T("safety.putback", is.stick)
	case is.out:
		v.Text = lang.T("safety.out.since", lang.Since(is.copied, is.now))
	case is.late != "":
		v.Text = lang.T("safety.unheard", is.late)
		if !is.behind.IsZero() {
			v.Text = lang.T("standby.late", is.late, lang.Since(is.behind, is.now))
		}
		if !stick && is.follows == "" {
			v.Text = alone + v.Text
		}
	case stick && is.missing != 0 && is.follows == "":
		v.Text = lang.T("safety.stick.until", at)
	case stick && is.follows != "":
		v.Dot, v.Text = "good", lang.T("safety.three", at, is.follows)
	case stick:
		v.Dot, v.Text = "good", lang.T("safety.stick.good", at)
	case is.follows != "":
		v.Dot, v.Text = "good", lang.T("safety.second", is.follows)
	default:
		v.Text = alone + lang.T("safety.add")
	}
	return v
}

// lossOf describes the loss if this computer fails.
func lossOf(lang *i18n.Language, is safety) string {
	switch {
	case is.follows != "" || is.missing == 0:
		return lang.T("safety.loss.none")
	case is.missing > 0:
		return lang.T("safety.loss", is.missing)
	}
	return lang.T("safety.loss.all")
}

// postFolder copies the backups to another folder from now on, or to none.
func (s *Handlers) postFolder(c *gin.Context) error {
	if err := s.Director.Backups().CopyTo(c.Request.Context(), c.PostForm("folder")); err != nil {
		view, failed := s.safetyPage(c)
		if failed != nil {
			return failed
		}
		view.Fault, view.Folder, view.FolderWrong = view.Error(err), page.Clip(c.PostForm("folder")), true
		return s.RenderRefused(c, err, "safety", view)
	}
	return s.Redirect(c, "/safety")
}

// A takeOverPage is the paper for the moment when this computer is dark.
type takeOverPage struct {
	page.Base
	// Seconds are the computers that can take over.
	Seconds []followerView
}

// A followerView is a computer that can take over: its name and addresses, with the QR code of the first one, nil
// without an address.
type followerView struct {
	Name, Detail string
	Code         *page.CodeView
}

func (s *Handlers) showTakeOver(c *gin.Context) error {
	seconds, err := s.Beyond.Seconds(c.Request.Context())
	if err != nil {
		return err
	}
	view := &takeOverPage{Base: s.PageBase(c, s.Language(c).T("safety.takeover"))}
	for _, second := range seconds.List {
		row := followerView{Name: second.Name, Detail: strings.Join(second.Addresses, ", ")}
		if len(second.Addresses) > 0 {
			if code, err := page.NewCodeView(second.Addresses[0]); err == nil { // otherwise too long for a code
				row.Code = &code
			}
		}
		view.Seconds = append(view.Seconds, row)
	}
	return s.Render(c, "takeover", view)
}
