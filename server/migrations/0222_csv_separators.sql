-- As before; also after what separates cells elsewhere, marks that change a sign's look, and small forms of the signs.
create or replace function csv_text(value text) returns text language sql immutable parallel safe
  return case
    when value ~ '^[\s;,"''\u00AD\u0300-\u036F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]*[=+\-@\uFE62\uFE63\uFE66\uFE6B\uFF1D\uFF0B\uFF0D\uFF20]'
      or value ~ '^[\t\r]'
    then '''' || value
    else value
  end;
