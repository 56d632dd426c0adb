package exports

import (
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/workbook"
	"tourney/internal/role"
	"tourney/internal/web/page"
)

// A filesPage lists the files to download, and imports results from a worksheet.
type filesPage struct {
	tabsPage
	// Groups are the files with the whole tournament, and the lists for people.
	Groups []fileGroup
	// State is the version in the files.
	State string
	// Sheet is the address of the worksheet for entering results, "" without games. Fault is the reason of a refused
	// one.
	Sheet, Fault string
}

// A fileGroup is a list of files with a heading.
type fileGroup struct {
	Title string
	Files []fileView
}

// A fileView is one kind of file.
type fileView struct {
	Name, Title, Text     string
	Address, File, Ending string
	// Whole is set for the format that loses nothing.
	Whole bool
	// Formulas is the address of the file with tie-breaks as formulas; may be "".
	Formulas string
	// Refused is the reason against writing the file.
	Refused string
	// Lost are findings on data that do not fit the format.
	Lost []page.FindingView
}

func (s *Handlers) showFiles(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.filesPage(c, snapshot)
	if err != nil {
		return err
	}
	return s.Render(c, "files", view)
}

// elsewhere are the formats that other pages offer.
var elsewhere = []string{"site", "calendar"}

// addLosses adds what a file in a format would lose, or why it is refused.
func (s *Handlers) addLosses(c *gin.Context, snapshot *director.Snapshot, offer *fileView, f format.Format) error {
	lang := s.Language(c).In(page.Zone(snapshot.Tournament))
	file, err := s.export(c.Request.Context(), snapshot, exportKey{f, lang, false})
	switch _, isFault := fault.As(err); {
	case isFault:
		offer.Refused = lang.Error(err)
	case err != nil:
		return err
	default:
		offer.Lost = page.FindingViews(lang, file.findings)
	}
	return nil
}

func (s *Handlers) filesPage(c *gin.Context, snapshot *director.Snapshot) (*filesPage, error) {
	t := snapshot.Tournament
	view := &filesPage{tabsPage: s.newTabs(c, snapshot, "/files")}
	whole, lists := fileGroup{Title: capital(view.T("format.content.tournament"))}, fileGroup{Title: capital(view.T("format.content.standings"))}
	for _, f := range format.Formats() {
		if f.Writes == format.Nothing || f.For != nil || slices.Contains(elsewhere, f.Name) || !s.mayDownload(c, f) || !s.May(c, role.Files) && !f.Public {
			continue
		}
		name := f.FileName(t)
		offer := fileView{
			Name: f.Name, Title: view.T("format." + f.Name), Text: view.T("format.text." + f.Name), Whole: f.Name == "tourney",
			Address: view.Event.Home + "/exports/" + f.Name, File: name, Ending: f.Extensions[0],
		}
		if f.WriteDated != nil { // a workbook holds everything, and takes long to write
			offer.Formulas = offer.Address + "?formulas=1"
		} else if err := s.addLosses(c, snapshot, &offer, f); err != nil {
			return nil, err
		}
		if f.Writes == format.Tournament {
			whole.Files = append(whole.Files, offer)
		} else {
			lists.Files = append(lists.Files, offer)
		}
	}
	for _, g := range []fileGroup{whole, lists} {
		if len(g.Files) > 0 {
			view.Groups = append(view.Groups, g)
		}
	}
	if workbook.HasResultSheet(t) && s.May(c, role.Results) {
		view.Sheet = view.Event.Home + sheetPath
	}
	return view, nil
}
