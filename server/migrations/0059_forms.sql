-- What the server asks in forms of its own: questions that go with an order, and popups of a service.

-- Fields in the order they are asked, as the portal gets them.
create table dynamic_forms (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  fields jsonb not null
);
grant select on dynamic_forms to app_tenant, app_operator, app_worker;

-- Asked when the product is ordered anew.
alter table products add column order_form text references dynamic_forms (id);

create table service_actions (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Null: a service of any product.
  product_ids text[],
  style text not null check (style in ('add', 'modify')),
  button text not null,
  title text not null,
  method text not null check (method in ('post', 'put', 'delete')),
  -- Items, dependencies and update event, as the portal gets them.
  schema jsonb not null,
  -- Told to the provider, and done once that holds it; otherwise it is kept by us alone.
  told boolean not null,
  position int not null
);
grant select on service_actions to app_tenant, app_operator, app_worker;

create trigger renew_version after insert or update or delete or truncate on dynamic_forms for each statement execute function renew_catalogue_version();

-- An order can be for the details of a service alone.
alter table orders drop constraint orders_task_check;
alter table orders add constraint orders_task_check check (task in ('add', 'change', 'schedule', 'cancel', 'suspend', 'resume', 'details'));
