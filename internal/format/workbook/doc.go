// Package workbook writes tournaments for readers: workbooks, a calendar, lists as CSV, and reports for scripts.
//
// A list is made column by column, and written as a worksheet or a CSV file. playerColumns has the columns about a
// player for all lists. Headings come from a file.Label.
package workbook
