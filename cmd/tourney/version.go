package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	licences "tourney"
	"tourney/internal/data/database"
)

// version is the version of this build: the tag of its revision, a pseudo-version for an untagged one, or "development"
// if go build had no repository.
var version = newBuild().Version

// releases is the address of the file about the newest version, "" for none. ./release sets it.
var releases string

// A build holds a binary's build information.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`     // of the revision, as 2026-11-22T10:51:19Z
	Modified bool   `json:"modified,omitempty"` // built from files that differ from the revision
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	SQLite   string `json:"sqlite"`
	Licence  string `json:"licence,omitempty"`
	Notice   string `json:"notice,omitempty"`
}

func newBuild() build {
	b := build{Version: "development", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, SQLite: database.Engine}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	stamped := map[string]string{}
	for _, s := range info.Settings {
		stamped[s.Key] = s.Value
	}
	b.Revision, b.Time, b.Modified = stamped["vcs.revision"], stamped["vcs.time"], stamped["vcs.modified"] == "true"
	return b
}

// printVersion prints the build, and with --licences the licences in it.
func printVersion(c *call) error {
	texts := c.flags.Bool("licences", false, "print the licence, and those of everything built in")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	if _, err := c.parse(); err != nil {
		return err
	}
	b := newBuild()
	if *texts {
		b.Licence, b.Notice = licences.License, licences.Notice
	}
	if *asJSON {
		return c.encode(b)
	}
	if *texts {
		_, err := fmt.Fprintf(c.stdout, "%s\n%s", b.Notice, b.Licence)
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "tourney %s\n%s%s %s/%s\nSQLite %s\n", b.Version, b.origin(), b.Go, b.OS, b.Arch, b.SQLite)
	return err
}

// origin formats the revision, or returns "" if it is unknown.
func (b build) origin() string {
	if b.Revision == "" {
		return ""
	}
	line := "revision " + b.Revision + " of " + b.Time
	if b.Modified {
		line += ", modified"
	}
	return line + "\n"
}
