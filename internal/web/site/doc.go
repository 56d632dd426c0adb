// Package site handles the common part of every request: login and language, the access checks of groups of addresses,
// and the responses: pages, files, redirects and errors. The type Handlers of each package embeds
// a Site.
//
// A handler is an Action: func(c *gin.Context) error. It writes its response or returns an error; Adapt renders a fault
// in the reader's language, as a page, as JSON under /api/, or as a banner for htmx. An action gets its tournament from
// WithTournament, its caller from Actor, its language from Language. It starts its page from DeskBase and ends in
// Render or, after a valid form, in Redirect. A failed form renders its page again with status 422 (RenderStatus). A
// handler does not word a fault, it returns it.
package site
