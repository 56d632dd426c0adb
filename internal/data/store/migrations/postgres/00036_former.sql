-- +goose Up

-- See ../sqlite.
alter table tournaments add column former text collate "C" not null default '';
create index renamed_tournaments on tournaments (id) where former <> '';
