-- Articles of the knowledge base, as the outside help site was last read. They belong to no reseller: everybody reads the same.
create table help_categories (
  id integer primary key,
  parent_id integer references help_categories (id) deferrable initially deferred,
  name text not null check (length(name) between 1 and 300),
  -- Its place among its sisters.
  position integer not null
);
create index help_categories_of_parent on help_categories (parent_id, position);

create table help_articles (
  id integer primary key,
  header text not null check (length(header) between 1 and 500),
  -- The last part of its address on the help site.
  path text not null check (length(path) between 1 and 300),
  url text not null,
  -- As it may be shown: nothing in it acts or loads from elsewhere.
  content text not null,
  -- What it says, without marks: for summaries and the search.
  words text not null,
  views integer not null,
  -- As the help site says it: the text is fetched again when this is another one.
  changed_at text not null,
  found tsvector generated always as (
    setweight(to_tsvector('english', header), 'A') || setweight(to_tsvector('english', words), 'C')
  ) stored
);
create index help_articles_by_path on help_articles (path);
create index help_articles_found on help_articles using gin (found);
create index help_articles_listed on help_articles (header, id);
create index help_articles_popular on help_articles (views desc, id);

create table help_article_categories (
  category_id integer not null references help_categories (id) on delete cascade deferrable initially deferred,
  article_id integer not null references help_articles (id) on delete cascade,
  primary key (category_id, article_id)
);
create index help_article_categories_of_article on help_article_categories (article_id);

-- Pictures of articles, by the hash of what they hold, so that what is at their address never changes.
create table help_pictures (
  name text primary key check (name ~ '^[0-9a-f]{64}\.webp$'),
  bytes bytea not null check (length(bytes) between 1 and 2000000),
  check (left(name, 64) = encode(sha256(bytes), 'hex'))
);

-- How far the help site was read: one row.
create table help_reads (
  is_only boolean primary key default true check (is_only),
  -- When all of it was read last; null before the first time.
  read_at timestamptz,
  -- When it was last tried, and what went wrong then.
  tried_at timestamptz,
  trouble text
);
insert into help_reads default values;

grant select on help_categories, help_articles, help_article_categories, help_reads to app_tenant;
grant select on help_pictures to app_identity;
grant select, insert, update, delete on help_categories, help_articles, help_article_categories, help_pictures to app_worker;
grant select, update on help_reads to app_worker;

-- A request of the forum is answered once.
grant select (id), insert on used_tickets to app_tenant;
