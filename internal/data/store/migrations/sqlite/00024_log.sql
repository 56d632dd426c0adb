-- +goose Up

-- Why a change was made. Corrections of results had it among their args.
alter table log add column reason text not null default '';
update log set reason = json_extract(args, '$[6]'), args = json_remove(args, '$[6]')
    where action = 'result.correct' and json_array_length(args) > 6;
update log set args = json_remove(args, '$[7]')
    where action in ('undo', 'redo') and json_extract(args, '$[0]') = 'result.correct' and json_array_length(args) > 7;

-- What the entries of the log are about, for finding them: 0 is none. It follows
-- from their changes, and is filled where it is missing when the file is opened.
create table log_about (
    tournament_id integer not null references tournaments (id) on delete cascade,
    version       integer not null,
    round         integer not null,
    table_number  integer not null,
    game          integer not null,
    player        integer not null,
    primary key (tournament_id, version, round, table_number, game, player)
) without rowid;
create index log_about_player on log_about (tournament_id, player, version);
create index log_about_round on log_about (tournament_id, round, table_number, version);
create index log_about_game on log_about (tournament_id, game, version);
create index log_actor on log (tournament_id, actor, version);
