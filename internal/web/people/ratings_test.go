package people

import (
	"testing"

	"tourney/internal/format/ratinglist"
	"tourney/internal/i18n"
	"tourney/templates"
)

// Of many findings on a list, the page shows those about skipped parts and the rare ones.
func TestRareRemarksOnAListComeFirst(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	var findings []ratinglist.Finding
	for n := range 300 {
		findings = append(findings, ratinglist.Finding{Line: n + 1, Key: "ratinglist.name.shared", Args: []any{"Aho Aino", 2}})
	}
	findings = append(findings, ratinglist.Finding{Line: 301, Key: "ratinglist.name.letter", Args: []any{"Ber?"}}, ratinglist.Finding{Line: 302, Key: "ratinglist.line", Args: []any{"x"}, Lost: true})
	views, more := listFindings(catalog.Language("en"), findings)
	if len(views) != mostListFindings || more != 202 || views[0].Place != "line 302" || views[1].Place != "line 301" || views[2].Place != "line 1" {
		t.Errorf("%d more after %+v", more, views[:3])
	}
	if findings[0].Line != 1 {
		t.Error("the findings themselves are in another order")
	}
}
