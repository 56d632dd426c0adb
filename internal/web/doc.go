// Package web is the server: it mounts the packages of handlers below it, each for the role that it
// needs. The table is in routes.go. It limits logins, and sends live events and the JSON API.
//
// Some packages of handlers change tournaments, such as desk, draw, record, people, settings and exports;
// public shows them. All import site, which handles requests, and page, form and history, which have no access to
// requests.
//
// # Messages
//
// Every text is a message of templates/lang/*.json; a test of package i18n finds keys that are missing or unused.
//
// # Live pages
//
// A live region reloads its page and replaces itself by the same region of the response:
//
//	<section id="games" hx-get="{{.Address}}" hx-trigger="live:results from:body delay:80ms"
//	  hx-select="#games" hx-swap="outerHTML">
//
// app.js turns the server-sent events of /t/{slug}/events into the DOM events live:pairings, live:results,
// live:standings, live:players, live:settings and live:draft. Rows with data-key light up when they change; rows with
// data-player are marked when they are the reader's own.
//
// Browsers revalidate every page, because their user may have changed it.
//
// # Tests
//
// newSite (site_test.go) is the real server over a real store; TestEveryRouteAsEveryRole requests all routes of the
// router in every role, so that none is left open.
package web
