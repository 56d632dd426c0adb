package beyond

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/beyond/webhook"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/web/access"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// webhookHandlers handle the webhooks of an organisation.
type webhookHandlers struct{ *Extension }

func (s webhookHandlers) routes(g *site.Group) {
	g.Get("/people/:organisation/webhooks", access.WithOrganisation(s.Site, s.show))
	g.Post("/people/:organisation/webhooks", access.WithOrganisation(s.Site, s.post))
}

// A webhooksPage lists the webhooks of an organisation.
type webhooksPage struct {
	page.Base
	// Home is the page of the organisation.
	Home     string
	Tabs     []page.Link
	Webhooks []webhookView
	// Address, Slug, Topics and Nearby are the form for a new one; MayNearby is set for callers with the right to
	// Nearby.
	Address, Slug     string
	Topics            []page.Choice
	Nearby, MayNearby bool
	// Secret is a new webhook's secret, shown this once. Done is the confirmation of a successful test.
	Secret, Done string
	Fault        string
}

// A webhookView is one webhook.
type webhookView struct {
	ID      int
	Address string
	// Of describes the tournaments, Topics the topics that it covers.
	Of, Topics string
	// Level is "ok", "notice" or "warning"; State describes the deliveries, Why their failure.
	Level, State, Why string
	// Resume is the text of the button for an immediate retry, "" without one.
	Resume string
}

// WebhookCount returns the number of webhooks of an organisation.
func (g *Extension) WebhookCount(ctx context.Context, organisation int) (int, error) {
	all, err := g.Webhooks.List(ctx, organisation)
	return len(all), err
}

func webhooksPath(organisation int) string { return access.PeoplePath(organisation) + "/webhooks" }

func (s webhookHandlers) show(c *gin.Context, o accounts.Organisation) error {
	view, err := s.page(c, o)
	if err != nil {
		return err
	}
	return s.Render(c, "webhooks", view)
}

func (s webhookHandlers) page(c *gin.Context, o accounts.Organisation) (*webhooksPage, error) {
	view := &webhooksPage{
		Base: s.PageBase(c, s.Language(c).T("people.title")), Home: access.PeoplePath(o.ID), MayNearby: s.May(c, role.Operate),
		Address: page.Clip(c.PostForm("address")), Slug: page.Clip(c.PostForm("tournament")), Nearby: c.PostForm("nearby") != "",
	}
	asked := c.PostFormArray("topic")
	for _, t := range webhook.Topics {
		view.Topics = append(view.Topics, page.Choice{
			Value: string(t), Text: view.T("webhook.topic." + string(t)), Current: len(asked) == 0 || slices.Contains(asked, string(t)),
		})
	}
	view.Tabs = access.Tabs(view.Language, o, access.Programs)
	all, err := s.Webhooks.List(c.Request.Context(), o.ID)
	for _, is := range all {
		view.Webhooks = append(view.Webhooks, newWebhookView(view.Language, is))
	}
	return view, err
}

func newWebhookView(lang *i18n.Language, is webhook.State) webhookView {
	v := webhookView{ID: is.ID, Address: is.Address, Of: is.Slug, Level: "warning"}
	if v.Of == "" {
		v.Of = lang.T("webhook.page.all")
	}
	var topics []string
	for _, t := range is.Kinds {
		topics = append(topics, lang.T("webhook.topic."+t))
	}
	if v.Topics = strings.Join(topics, ", "); v.Topics == "" {
		v.Topics = lang.T("webhook.page.everything")
	}
	switch {
	case !is.Here:
		v.State, v.Resume = lang.T("webhook.page.elsewhere"), lang.T("webhook.page.here")
	case is.Why != "":
		key := "webhook.page.failing"
		if is.Waiting == webhook.MostCounted {
			key += ".many"
		}
		v.State, v.Resume = lang.T(key, is.Waiting, lang.Moment(is.Since)), lang.T("webhook.page.resume")
		v.Why = lang.Error(webhook.Trouble(is.Webhook))
		if is.Paused {
			v.Why += " " + lang.T("webhook.page.paused", v.Resume)
		} else {
			v.Why += " " + lang.T("webhook.page.next", lang.Moment(is.Next))
		}
	case is.Waiting > 0:
		v.Level, v.State = "notice", lang.T("webhook.page.sending", is.Waiting)
	case is.Delivered.IsZero():
		v.Level, v.State = "ok", lang.T("webhook.page.quiet")
	default:
		v.Level, v.State = "ok", lang.T("webhook.page.done", lang.Moment(is.Delivered))
	}
	return v
}

// post adds, tests, resumes or removes a webhook.
func (s webhookHandlers) post(c *gin.Context, o accounts.Organisation) error {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	id := page.Natural(c.PostForm("webhook"))
	var secret string
	var err error
	switch do := c.PostForm("do"); do {
	case "add":
		secret, err = s.Webhooks.Add(ctx, session, o.ID, s.request(c))
	case "remove":
		err = s.Webhooks.Remove(ctx, session, o.ID, id)
	case "resume":
		err = s.Webhooks.Resume(ctx, session, o.ID, id)
	case "test":
		err = s.Webhooks.Test(ctx, o.ID, id)
	default:
		err = fault.New(fault.Invalid, "form.incomplete")
	}
	tested := c.PostForm("do") == "test"
	if err == nil && secret == "" && !tested {
		return s.Redirect(c, webhooksPath(o.ID))
	}
	if _, ok := fault.As(err); err != nil && !ok {
		return err
	}
	view, failed := s.page(c, o)
	if failed != nil {
		return failed
	}
	if err != nil {
		view.Fault = view.Error(err)
		return s.RenderRefused(c, err, "webhooks", view)
	}
	if view.Secret = secret; secret != "" {
		view.Address, view.Slug = "", ""
	}
	for _, w := range view.Webhooks {
		if at, err := url.Parse(w.Address); err == nil && tested && w.ID == id {
			view.Done = view.T("webhook.page.tested", at.Host)
		}
	}
	return s.Render(c, "webhooks", view)
}

// request returns the webhook in the form. Ticking all topics covers later ones too.
func (s webhookHandlers) request(c *gin.Context) webhook.Request {
	w := webhook.Request{Address: c.PostForm("address"), Slug: c.PostForm("tournament"), Nearby: c.PostForm("nearby") != "" && s.May(c, role.Operate)}
	if asked := c.PostFormArray("topic"); len(asked) < len(webhook.Topics) {
		for _, t := range asked {
			w.Topics = append(w.Topics, webhook.Topic(t))
		}
	}
	return w
}
