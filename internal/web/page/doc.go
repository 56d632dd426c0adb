// Package page holds the common parts of all pages: the frame around the content, views of players, games, results,
// teams and criteria, addresses, and the renderer of templates.
//
// One page is one Go file, one template and one struct: the round of package public, round.go ⇄
// templates/pages/round.html ⇄ roundPage. The struct embeds Base, which contains the frame and the language:
// {{.T "round.title" .Number}}, {{.Clock .Start}}. The template defines "content", and "files" if it has separate
// styles or scripts; layout.html and partials/*.html are common to all. Sorting, counting and wording happen in Go.
//
// The package has no access to requests: its functions map values to values.
package page
