// Package web is how tourney looks in a browser and who may ask: pages, the
// JSON API, live events, sessions.
//
// # A page
//
// One page is one Go file, one template and one struct: round.go ⇄
// templates/pages/round.html ⇄ roundPage. The struct embeds base, which brings
// the language ({{.T "round.title" .Number}}, {{.Clock .Start}}) and the
// frame around the page. The template defines "content"; layout.html and
// partials/*.html are common to all. Sorting, counting and wording happen in
// Go; shared view structs (playerView, gameView, resultView …) are in view.go
// and have a partial of the same name.
//
// # A handler
//
// A handler is an action: func(c *gin.Context) error. It writes its answer or
// returns an error; the adapter (adapter.go) says a fault in the reader's
// language, as a page, as JSON under /api/, or as a banner when htmx asked.
// routes.go is the one table of addresses:
//
//	get(path, s.public(view))  a page that everybody may read. A view is a pure
//	                           function of a visit (snapshot, language, address);
//	                           its page is rendered once per version and language,
//	                           so it never shows who is logged in.
//	desk(path, action)         a GET that needs a login
//	post(path, action)         a POST that needs a login; the form is parsed and
//	                           bounded before the action runs
//	upload(path, action)       the same for forms with a file
//
// A desk action gets its caller from s.actor(c), its language from
// s.language(c), starts its page from s.deskBase and ends in s.render(c, name,
// page) or s.back(c, address), the redirect after a good form. A failed form
// renders its page again with status 422 (s.renderStatus).
//
// # Messages
//
// Every text is a message of templates/lang/*.json, in all languages at once; a
// test of package i18n finds keys that are missing or unused. A fault needs no
// wording in a handler: return it.
//
// # A form
//
// The fields of a form are a table of formField (field.go): name, kind, how the
// value is written and how it is read. readForm takes what was sent and returns
// faults by field, viewForm shows the fields again as they were typed, the
// partial "field" draws one. A fault of the model finds its field by fieldOf. A
// file waits in memory (uploads.go) between its preview and its import.
//
// # Live pages
//
// A region that follows the tournament asks for its own page again and takes
// itself out of the answer:
//
//	<section id="games" hx-get="{{.Address}}" hx-trigger="live:results from:body delay:80ms"
//	  hx-select="#games" hx-swap="outerHTML">
//
// app.js turns the server-sent events of /t/{slug}/events into the DOM events
// live:pairings, live:results, live:standings, live:players, live:settings and
// live:draft. Rows with data-key light up when they change; rows with
// data-player are marked when they are the reader's own.
//
// # Tests
//
// newSite (web_test.go) is the real server over a real store; TestWritesNeedALogin
// goes through all routes, so that a new one cannot be left open.
package web
