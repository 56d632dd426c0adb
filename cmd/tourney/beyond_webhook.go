package main

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/webhook"
	"tourney/internal/fault"
)

// A keptWebhook is the JSON of a webhook.
type keptWebhook struct {
	Number       int       `json:"number"`
	Address      string    `json:"address"`
	Organisation int       `json:"organisation"`
	Tournament   string    `json:"tournament,omitempty"`
	Topics       []string  `json:"topics"`
	By           string    `json:"by"`
	Created      time.Time `json:"created"`
	Delivered    time.Time `json:"delivered,omitzero"`
	// Waiting counts queued deliveries, up to 100; Failing is the start of the failures, Why the reason.
	Waiting int       `json:"waiting"`
	Failing time.Time `json:"failing,omitzero"`
	Why     string    `json:"why,omitempty"`
	Paused  bool      `json:"paused"`
	Here    bool      `json:"here"`
}

var webhookCommand = command{
	"webhook",
	"--db DB [--url ADDRESS [--organisation NAME] [--tournament SLUG] [--topics LIST] [--nearby] | --list | --remove NUMBER | --resume NUMBER | --test NUMBER] [--json]",
	"send the changes of tournaments to an address, and list, test and remove such addresses", webhooks,
}

// A webhookCall holds the flags of the command.
type webhookCall struct {
	*call
	hooks                *webhook.Webhooks
	request              webhook.Request
	organisation         string
	remove, resume, test int
	asJSON               bool
	all                  []accounts.Organisation
}

// webhooks adds a webhook, lists the webhooks in a database, or changes one, also while a server uses the database.
func webhooks(c *call) error {
	w := webhookCall{call: c}
	path := c.flags.String("db", "", "the database, "+aDatabase)
	c.flags.StringVar(&w.request.Address, "url", "", "send each change to this `ADDRESS`, and print the secret that it is signed with")
	c.flags.StringVar(&w.organisation, "organisation", "", "the organisation whose changes are sent (default: the first one)")
	c.flags.StringVar(&w.request.Slug, "tournament", "", "send those of one tournament only, by the last part of its link")
	topics := c.flags.String("topics", "", "what to send, a list of "+webhook.TopicNames()+" (default: everything)")
	c.flags.BoolVar(&w.request.Nearby, "nearby", false, "the address may be in the own network of this computer, without https")
	list := c.flags.Bool("list", false, "list the webhooks (also without --url, --remove, --resume and --test)")
	c.flags.IntVar(&w.remove, "remove", 0, "remove the webhook of this number")
	c.flags.IntVar(&w.resume, "resume", 0, "try the webhook of this number at once, from this computer, also one that is paused, as after the answer 410")
	c.flags.IntVar(&w.test, "test", 0, "send a test to the webhook of this number")
	c.flags.BoolVar(&w.asJSON, "json", false, "answer in JSON")
	if _, err := c.parse(); err != nil {
		return err
	}
	asked, set := 0, c.flagsSet()
	for _, name := range []string{"url", "remove", "resume", "test"} {
		if set[name] {
			asked++
		}
	}
	switch {
	case *path == "":
		return errorWithoutDatabase()
	case asked > 1, *list && asked > 0:
		return misused("command.webhook.what")
	case !set["url"] && (set["organisation"] || set["tournament"] || set["topics"] || set["nearby"]):
		return misused("command.webhook.new")
	}
	for _, topic := range strings.FieldsFunc(*topics, func(r rune) bool { return r == ',' || r == ' ' }) {
		w.request.Topics = append(w.request.Topics, webhook.Topic(topic))
	}
	return c.withKept(*path, func(d *director.Director) (err error) {
		w.hooks = webhook.New(d, publishing.New(d).Sender, slog.New(slog.DiscardHandler))
		if w.all, err = d.Access().People().Organisations(c.ctx); err != nil {
			return err
		}
		switch {
		case set["url"]:
			return w.add()
		case asked > 0:
			return w.change()
		}
		return w.print()
	})
}

// add adds a webhook and prints its secret.
func (w webhookCall) add() error {
	i := 0
	if w.organisation != "" {
		i = slices.IndexFunc(w.all, func(o accounts.Organisation) bool { return o.Name == w.organisation })
	}
	if i < 0 {
		return fault.New(fault.NotFound, "people.organisation.missing")
	}
	secret, err := w.hooks.Add(w.ctx, accounts.Session{User: desk.Name}, w.all[i].ID, w.request)
	switch {
	case fault.Is(err, "webhook.address"), fault.Is(err, "webhook.topic"), fault.Is(err, "webhook.plain"):
		return inUsage(err)
	case err != nil:
		return err
	}
	if w.asJSON {
		return w.encode(map[string]string{"secret": secret})
	}
	fmt.Fprintln(w.stderr, w.lang.T("webhook.page.secret"))
	_, err = fmt.Fprintln(w.stdout, secret)
	return err
}

// change runs the flag's action on one webhook.
func (w webhookCall) change() error {
	by := accounts.Session{User: desk.Name}
	kept, err := w.kept()
	if err != nil {
		return err
	}
	number := w.remove + w.resume + w.test
	i := slices.IndexFunc(kept, func(k keptWebhook) bool { return k.Number == number })
	if i < 0 {
		return fault.New(fault.NotFound, "webhook.missing")
	}
	of, said := kept[i].Organisation, "webhook.page.tested"
	switch number {
	case w.remove:
		said, err = "command.webhook.removed", w.hooks.Remove(w.ctx, by, of, number)
	case w.resume:
		said, err = "command.webhook.resumed", w.hooks.Resume(w.ctx, by, of, number)
	default:
		err = w.hooks.Test(w.ctx, of, number)
		if kept[i].Paused {
			fmt.Fprintln(w.stderr, w.lang.T("command.webhook.paused", number))
		}
	}
	if err == nil {
		_, err = fmt.Fprintln(w.stdout, w.lang.T(said, kept[i].Address))
	}
	return err
}

// kept returns the webhooks of all organisations.
func (w webhookCall) kept() ([]keptWebhook, error) {
	kept := []keptWebhook{}
	for _, o := range w.all {
		list, err := w.hooks.List(w.ctx, o.ID)
		if err != nil {
			return nil, err
		}
		for _, is := range list {
			k := keptWebhook{
				Number: is.ID, Address: is.Address, Organisation: o.ID, Tournament: is.Slug, Topics: is.Kinds, By: is.By, Created: is.Created,
				Delivered: is.Delivered, Waiting: is.Waiting, Failing: is.Since, Paused: is.Paused, Here: is.Here,
			}
			if why := webhook.Trouble(is.Webhook); why != nil {
				k.Why = w.lang.Error(why)
			}
			kept = append(kept, k)
		}
	}
	return kept, nil
}

func (w webhookCall) print() error {
	kept, err := w.kept()
	if err != nil {
		return err
	}
	if w.asJSON {
		return w.encode(kept)
	}
	t := w.table(0)
	fmt.Fprintln(t, w.headings("column.no", "webhook.page.address", "webhook.page.topics", "webhook.page.state"))
	for _, k := range kept {
		topics := strings.Join(k.Topics, ", ")
		if topics == "" {
			topics = w.lang.T("webhook.page.everything")
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\n", k.Number, k.Address, topics, w.state(k))
	}
	return t.Flush()
}

// state describes the state of a webhook.
func (w webhookCall) state(k keptWebhook) string {
	here := w.lang.In(time.Local)
	switch {
	case !k.Here:
		return w.lang.T("webhook.page.elsewhere")
	case k.Why != "":
		text := w.lang.T("webhook.page.failing", k.Waiting, here.Moment(k.Failing)) + " " + k.Why
		if k.Paused {
			text += " " + w.lang.T("command.webhook.paused", k.Number)
		}
		return text
	case k.Waiting > 0:
		return w.lang.T("webhook.page.sending", k.Waiting)
	case k.Delivered.IsZero():
		return w.lang.T("webhook.page.quiet")
	}
	return w.lang.T("webhook.page.done", here.Moment(k.Delivered))
}
