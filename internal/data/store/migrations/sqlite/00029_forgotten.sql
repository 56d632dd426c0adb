-- +goose Up

-- Who was forgotten, without a name: a restore keeps the list, and they are forgotten again in
-- what it brings back. slug and began are those of the first entry of the tournament's log, added
-- is the time of the first entry that tells of the player. Together they mean the same person
-- in every state of the tournament, and nobody in another one.
create table forgotten (
    slug   text     not null,
    began  datetime not null,
    player integer  not null,
    added  datetime not null,
    at     datetime not null,
    primary key (slug, began, player, added)
) without rowid;

insert or ignore into forgotten
select coalesce((select json_extract(c.value, '$.info.now.slug') from json_each(b.changes) c where json_type(c.value, '$.info.now') = 'object'), ''), b.at,
    f.player, (select l.at from log l, json_each(l.changes) c where l.tournament_id = b.tournament_id
        and coalesce(json_extract(c.value, '$.player.now.id'), json_extract(c.value, '$.player.was.id')) = f.player order by l.version limit 1) added, f.at
from (select tournament_id, at, cast(substr(json_extract(args, '$[0]'), length('Player ') + 1) as integer) player
        from log where action = 'player.forget') f
    join log b on b.tournament_id = f.tournament_id and b.version = 1
where added is not null;

-- How many failed logins a line stands for, 0 for lines about other things.
alter table access_log add column times integer not null default 0;
