// Package handbook shows the handbook: chapters of docs/handbook in Markdown, each with parts below its headings.
//
// The pages of the desk show their part as help beside the page, see site.HelpFor. A part has the same anchor in
// every language, from its English heading. A chapter without a translation is shown in English.
package handbook
