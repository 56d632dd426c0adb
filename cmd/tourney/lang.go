package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tourney/internal/i18n"
	"tourney/internal/i18n/po"
	"tourney/templates"
)

// languageFlag defines the flag for a folder with more catalogs.
func (c *call) languageFlag(folder *string) {
	c.flags.StringVar(folder, "lang", "", "a folder with catalogs such as nl.json, which add a language or correct messages")
}

// readLanguages reads the catalogs, and the catalogs of a folder, "" for none.
func (c *call) readLanguages(from fs.FS, folder string) (err error) {
	if c.catalog, err = i18n.Load(from); err != nil || folder == "" {
		return err
	}
	if c.catalog, err = c.catalog.With(os.DirFS(folder)); err != nil {
		return err
	}
	c.lang = c.catalog.Match(locale(), "").AtDesk()
	return nil
}

// translate writes a file for translators, or the catalog that they have translated.
func translate(c *call) error {
	var folder string
	c.languageFlag(&folder)
	all := c.flags.Bool("all", false, "export all messages, also those of the desk, not only those that players and visitors meet")
	words, err := c.parse("export|import", "CODE|FILE.po")
	if err != nil {
		return err
	}
	if err := c.readLanguages(templates.FS, folder); err != nil {
		return err
	}
	switch words[0] {
	case "export":
		return c.exportLanguage(words[1], *all)
	case "import":
		return c.importLanguage(words[1])
	}
	return misused("catalog.what")
}

func (c *call) exportLanguage(code string, all bool) error {
	first, err := i18n.ReadFirstSet(templates.FS)
	if err != nil {
		return err
	}
	entries, err := c.catalog.Export(code, first, all)
	if err != nil {
		return err
	}
	return po.Write(c.stdout, entries)
}

// importLanguage prints the catalog of a translated file, and the number of messages left out.
func (c *call) importLanguage(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	entries, err := po.Read(filepath.Base(path), file)
	if err != nil {
		return err
	}
	in, err := c.catalog.Import(filepath.Base(path), entries)
	if err != nil {
		return err
	}
	if len(in.Left) > 0 {
		fmt.Fprintln(c.stderr, c.lang.T("catalog.left", in.Code, in.Count, len(in.Left)))
	}
	_, err = c.stdout.Write(in.Catalog)
	return err
}
