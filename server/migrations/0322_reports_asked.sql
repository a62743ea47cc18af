-- The report of a month that a vendor was asked for last: who tries again on the same day looks at it first.
create table vendor_reports_asked (
  vendor text not null references vendors (id),
  month date not null check (extract(day from month) = 1),
  ref text not null,
  asked_on date not null,
  primary key (vendor, month)
);
grant select, insert, update on vendor_reports_asked to app_worker;
grant select on vendor_reports_asked to app_operator;
