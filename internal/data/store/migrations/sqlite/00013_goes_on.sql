-- +goose Up

-- Who goes on from a knockout's game without a winner, by the director's decision.
alter table games add column goes_on integer not null default 0;
