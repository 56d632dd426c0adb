-- +goose Up

-- How somebody said that the table of a rating list is read, as JSON; nothing
-- for the lists of federations.
alter table rating_lists add column reading text not null default '';
