// Package workbook writes tournaments for readers: workbooks, HTML pages, a calendar, lists as
// CSV, and reports for scripts.
//
// Every table is made once and written in each of these forms: as a worksheet, a page or a CSV
// file. Headings come from a file.Label.
package workbook
