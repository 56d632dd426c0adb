-- +goose Up

-- When a result of a round that was over was changed.
alter table games add column corrected_at datetime;
