package director

import (
	"fmt"
	"testing"
)

func TestDrawingsAreForgotten(t *testing.T) {
	d := New(nil, nil)
	first := d.Drawing("a")
	if d.Drawing("a") != first {
		t.Error("two memories of one tournament")
	}
	for k := range mostDrawings - 1 {
		d.Drawing(fmt.Sprint(k))
	}
	if d.Drawing("a") != first {
		t.Error("forgotten too early")
	}
	for k := range mostDrawings {
		d.Drawing(fmt.Sprint("later ", k))
	}
	if d.Drawing("a") == first || len(d.drawings) != mostDrawings {
		t.Errorf("%d tournaments are remembered", len(d.drawings))
	}
}
