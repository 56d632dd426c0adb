// Package page holds what the pages of all rooms share: the frame around the
// content, views of players, games, results, teams and criteria, addresses, and
// the renderer of templates.
//
// One page is one Go file, one template and one struct: the round of package
// public, round.go ⇄ templates/pages/round.html ⇄ roundPage. The struct embeds
// Base, which brings the language ({{.T "round.title" .Number}}, {{.Clock .Start}})
// and the frame. The template defines "content", and "files" if it has styles or
// scripts of its own; layout.html and partials/*.html
// are common to all. Sorting, counting and wording happen in Go.
//
// The package has no access to requests: its functions map values to values.
package page
