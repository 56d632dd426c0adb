-- +goose Up

-- The installation that sends a publication: a copy of its data does not. Until now that was whichever the data name.
alter table publications add column sender text not null default '';
update publications set sender = coalesce((select json_extract(value, '$.name') from secrets where name = 'installation'), '');
