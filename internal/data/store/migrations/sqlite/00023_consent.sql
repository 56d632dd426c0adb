-- +goose Up

-- How much of a player's name everybody may see: full, initials, anonymous, or '' for
-- what the tournament says. It was a yes or no, in which yes were the initials; the
-- log keeps those, and reads them so.
alter table players add column hiding text not null default '';
update players set hiding = 'initials' where hidden;
alter table players drop column hidden;

-- Whether a number stands in place of the name, for ever.
alter table players add column forgotten boolean not null default false;
