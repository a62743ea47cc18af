-- What stands below every page. A line opens a page or a policy, or is text alone.
create table footer_buttons (
  position smallint primary key,
  part text not null check (part in ('social', 'legal', 'company', 'terms')),
  label text not null check (length(label) between 1 and 120),
  link text check (link ~ '^(/|https://)' and length(link) <= 300),
  policy text check (policy in ('privacy', 'cookies', 'terms', 'dataProtection')),
  check (link is null or policy is null)
);
insert into footer_buttons (position, part, label, link, policy) values
  (1, 'social', 'LinkedIn', 'https://linkedin.example/tradewind', null),
  (2, 'social', 'YouTube', 'https://youtube.example/tradewind', null),
  (3, 'social', 'Mastodon', 'https://mastodon.example/@tradewind', null),
  (4, 'legal', 'Privacy policy', null, 'privacy'),
  (5, 'legal', 'Cookies policy', null, 'cookies'),
  (6, 'legal', 'Data protection statement', null, 'dataProtection'),
  (7, 'legal', 'Communication preferences', '/opt-out', null),
  (8, 'company', 'Tradewind Distribution Ltd', null, null),
  (9, 'company', '40 Harbourside Way, Bristol BS1 5TT, United Kingdom', null, null),
  (10, 'company', 'Company number 09876543, registered in England and Wales', null, null),
  (11, 'company', 'VAT number GB987654321', null, null),
  (12, 'terms', 'Terms and conditions', null, 'terms');
grant select on footer_buttons to app_identity;
grant select, insert, delete on footer_buttons to app_operator;

-- Kinds of message that a person does without, whoever they act for.
create table opt_outs (
  person_id uuid not null references people (id),
  kind text not null check (kind in ('newsletters', 'productNews', 'surveys', 'billingMails')),
  primary key (person_id, kind)
);
grant select, insert, delete on opt_outs to app_identity;
