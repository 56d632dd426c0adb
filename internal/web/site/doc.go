// Package site is the way of every request: login and language, the walls around
// groups of addresses, and the answers: pages, files, redirects and errors. Each
// room embeds a Site.
//
// A handler is an Action: func(c *gin.Context) error. It writes its answer or
// returns an error; Adapt renders a fault in the reader's language, as a page, as
// JSON under /api/, or as a banner for htmx. An action gets its tournament from
// WithTournament, its caller from Actor, its language from Language, starts its page from DeskBase and ends in
// Render or Redirect, the answer after a good form. A failed form renders its page
// again with status 422 (RenderStatus). A fault needs no wording in a handler:
// return it.
package site
