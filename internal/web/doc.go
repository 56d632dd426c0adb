// Package web is the door: it mounts the rooms, each behind the wall of the role
// that it needs (routes.go is the one table), limits logins, and sends live events
// and the JSON API.
//
// The rooms are packages below it: desk, draw, record, people, settings, exports
// and admin change tournaments; public shows them. All stand on site, the way of a
// request, and on page, form and history, which know no request.
//
// # Messages
//
// Every text is a message of templates/lang/*.json; a test of package i18n finds
// keys that are missing or unused.
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
// newSite (web_test.go) is the real server over a real store; TestEveryRouteHasItsWall
// goes through all routes of the router and asks at each as a stranger, so that a
// new one cannot be left open.
package web
