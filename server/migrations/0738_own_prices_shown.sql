-- Whether a reseller's customers see what they themselves pay. Off until it says so.
alter table resellers add column show_own_prices boolean not null default false;
grant update (show_own_prices) on resellers to app_tenant;
