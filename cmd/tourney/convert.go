package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/format/workbook"
	"tourney/internal/tournament"
	"tourney/internal/web/offline"
	"tourney/internal/web/page"
	"tourney/static"
	"tourney/templates"
)

// convert writes a file's tournament in another format, to the named file or to standard output. Without --to, the
// extension decides the format.
func convert(c *call) error {
	to := c.flags.String("to", "", "the format, by its name in tourney formats")
	formulas := c.flags.Bool("formulas", false, "in a workbook, tie-breaks as formulas")
	args, err := c.parse("FILE", "[OUT]")
	if err != nil {
		return err
	}
	if len(args) == 1 && *to == "" {
		return misused("command.convert.out")
	}
	out := "-"
	if len(args) == 2 {
		out = args[1]
	}
	target, err := formatOf(*to, out)
	if err != nil {
		return inUsage(err)
	}
	if *formulas && target.WriteDated == nil {
		return misused("command.convert.formulas", target.Name)
	}
	t, err := c.whole(args[0])
	if err != nil {
		return err
	}
	var content bytes.Buffer // written only if complete
	var findings []file.Finding
	switch {
	case target.Pages:
		err = c.writePages(&content, t)
	case target.WriteDated != nil:
		occasion := workbook.Occasion{Made: time.Now(), Language: c.lang.Code(), Formulas: *formulas}
		err = target.WriteDated(occasion, &content, t.Tournament, c.lang.T)
	default:
		findings, err = format.Write(&content, target.Name, t, c.lang.T)
	}
	if err != nil {
		return err
	}
	findings = append(findings, refusals(t.Tournament, target)...)
	for _, name := range target.For.Respellings(t.Tournament) {
		findings = append(findings, file.Finding{Severity: file.Info, Key: "export.spelled", Args: []any{name.Was, name.Now}})
	}
	c.reportFindings(args[0], findings)
	if out == "-" {
		_, err = content.WriteTo(c.stdout)
		return err
	}
	return writeFile(out, content.Bytes())
}

// writePages writes the public pages of a tournament as files.
func (c *call) writePages(w io.Writer, t tournament.Whole) error {
	renderer, err := page.NewRenderer(templates.FS, func(name string) (string, error) { return "/static/" + name, nil }, false)
	if err != nil {
		return err
	}
	return offline.Write(context.Background(), w, offline.Source{
		Snapshot: director.NewSnapshot(t.Tournament), Records: t.Records, Pictures: t.Pictures,
		Catalog: c.catalog, Language: c.lang, Renderer: renderer, Static: static.FS,
	})
}

// formatOf returns the format of an output file: the named one, which must fit the file's name, or the format of the
// extension.
func formatOf(name, file string) (format.Format, error) {
	if name == "" {
		return format.ForFile(file)
	}
	f, err := format.Named(name)
	if err != nil {
		return f, err
	}
	return f, f.CheckName(file)
}

// refusals returns the reasons against the file by the rules of the format's federation.
func refusals(t *tournament.Tournament, format format.Format) []file.Finding {
	var findings []file.Finding
	for _, f := range format.For.Check(t) {
		if f.Severity == file.Error {
			findings = append(findings, file.Finding{Severity: f.Severity, Key: f.Key, Args: f.Args})
		}
	}
	return findings
}

// formats lists the file formats and the parts of a tournament that each reads
// and writes.
func formats(c *call) error {
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	if _, err := c.parse(); err != nil {
		return err
	}
	if *asJSON {
		return c.encode(format.Formats())
	}
	w := c.table(0)
	fmt.Fprintln(w, c.headings("format.table.name", "format.table.files", "format.table.reads", "format.table.writes", "column.what"))
	for _, f := range format.Formats() {
		reads, writes := c.lang.T("format.content."+f.Reads.String()), c.lang.T("format.content."+f.Writes.String())
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", f.Name, strings.Join(f.Extensions, " "), reads, writes, c.lang.T("format."+f.Name))
	}
	return w.Flush()
}
