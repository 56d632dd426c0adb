-- +goose Up

-- The year of birth, for prizes of age groups; 0 when it is not known.
alter table players add column born integer not null default 0;
