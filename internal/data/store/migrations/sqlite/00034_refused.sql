-- +goose Up

-- Why a report was not taken where the tournament is run, by a message key, '' while it waits.
alter table reports add column refused text not null default '';
