-- +goose Up

-- How new tournaments of an organisation show minors, and from which age nobody is one.
alter table organisations add column minors text not null default '';
alter table organisations add column minors_age integer not null default 0;
