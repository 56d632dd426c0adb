-- +goose Up

-- Whether a tournament is played on the internet is a setting of its own; it was kept for OpenGotha.
update tournaments
set settings = json_remove(
  json_set(settings, '$.Internet', json(lower(json_extract(settings, '$.Foreign."opengotha/GeneralParameterSet.bInternet"')))),
  '$.Foreign."opengotha/GeneralParameterSet.bInternet"')
where lower(json_extract(settings, '$.Foreign."opengotha/GeneralParameterSet.bInternet"')) in ('true', 'false');
