-- The name typed before a sign-in at a provider: nobody else comes in by it, whoever is signed in there.
alter table sso_transactions add column login_hint text;
