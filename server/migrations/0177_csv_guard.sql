-- A spreadsheet also takes full-width signs for the beginning of a formula, and skips what nobody sees before one.
create or replace function csv_text(value text) returns text language sql immutable parallel safe
  return case
    when value ~ '^[\s\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]' or value ~ '^[\t\r]'
    then '''' || value
    else value
  end;
