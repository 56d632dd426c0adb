// Package workbook writes what a tournament shows to people: workbooks, a site of
// HTML pages, a calendar, lists as CSV, and reports that scripts read.
//
// Every table, be it a worksheet, a page or a CSV file, is made once and written
// in each of these forms. Headings come from a file.Label.
//
// The calendar is written here: golang-ical writes time zones without offsets, which is not a valid file.
package workbook
