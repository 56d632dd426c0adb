-- +goose Up

-- Earlier slugs of a tournament, whose addresses lead to it: separated by spaces, the latest first.
alter table tournaments add column former text not null default '';
create index renamed_tournaments on tournaments (id) where former <> '';
