-- +goose Up

-- What players professed at their last tournament, 0 if that is not known.
alter table players add column last_rank integer not null default 0;
