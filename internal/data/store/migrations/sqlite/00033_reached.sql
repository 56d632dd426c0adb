-- +goose Up

-- Up to which change of a tournament a webhook has been told everything: its version, and when it was made, null for a
-- tournament that is run on another computer. A tournament without a row is new to the webhook.
create table webhook_reached (
    webhook_id    integer  not null references webhooks (id) on delete cascade,
    tournament_id integer  not null references tournaments (id) on delete cascade,
    version       integer  not null,
    at            datetime,
    primary key (tournament_id, webhook_id)
) without rowid;

-- That was JSON before, {"3":"17-h8oxwlxxk0"}: by the number of the tournament the version and, in digits of base 36,
-- the microseconds since 1970.
insert into webhook_reached
with recursive digits (webhook, tournament, version, rest, micro) as (
    select w.id, cast(j.key as integer), cast(j.value as integer), substr(j.value, instr(j.value || '-', '-') + 1), 0
    from webhooks w, json_each(w.reached) j
    union all
    select webhook, tournament, version, substr(rest, 2),
        micro * 36 + instr('0123456789abcdefghijklmnopqrstuvwxyz', substr(rest, 1, 1)) - 1
    from digits where rest <> ''
)
select webhook, tournament, version, case when micro > 0 then
    strftime('%Y-%m-%d %H:%M:%S', micro / 1000000, 'unixepoch')
    || rtrim(rtrim(printf('.%06d', micro % 1000000), '0'), '.') || '+00:00' end
from digits where rest = '' and tournament in (select id from tournaments);

alter table webhooks drop column reached;
