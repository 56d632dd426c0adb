-- +goose Up

-- The rounds to which players are said to come who missed the one before.
alter table players add column expected integer not null default 0;
