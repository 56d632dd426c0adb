// Package web is the server: it mounts the rooms, each for the role that it needs
// (routes.go is the one table), limits logins, and sends live events and the JSON API.
//
// The rooms are packages below it: desk, draw, record, people, settings, exports
// and admin change tournaments; public shows them. All import site, which handles
// requests, and page, form and history, which have no access to requests.
//
// # Messages
//
// Every text is a message of templates/lang/*.json; a test of package i18n finds
// keys that are missing or unused.
//
// # Live pages
//
// A live region loads its page again and replaces itself by the same region of the
// answer:
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
// newSite (web_test.go) is the real server over a real store; TestEveryRouteNeedsItsRole
// requests all routes of the router without a login, so that none is left open.
package web
