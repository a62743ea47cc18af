import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { blaming } from "./db-errors.ts";
import { queues } from "./job-queues.ts";
import { migrationFiles, migrationsFolder } from "./migrations.ts";

const migrationLock = 727_100;

/**
 * The product's database roles. Only the two logins can connect; each assumes one of the others inside a transaction.
 */
const roles = `
do $$
declare role_name text;
begin
  foreach role_name in array array['tradewind_owner', 'app_tenant', 'app_restricted', 'app_identity', 'app_operator', 'app_worker', 'app_events'] loop
    if not exists (select from pg_roles where rolname = role_name) then execute format('create role %I nologin', role_name); end if;
  end loop;
  foreach role_name in array array['tradewind_web', 'tradewind_worker'] loop
    if not exists (select from pg_roles where rolname = role_name) then execute format('create role %I login noinherit', role_name); end if;
  end loop;
exception when duplicate_object or unique_violation then null; -- another process made them just now
end $$;
grant app_tenant to app_restricted;
grant app_tenant, app_restricted, app_identity, app_operator, app_events to tradewind_web;
grant app_worker, app_tenant, app_restricted, app_events to tradewind_worker;
grant tradewind_owner to current_user;
alter schema public owner to tradewind_owner;
do $$ begin execute format('grant create on database %I to tradewind_owner', current_database()); end $$;
grant usage on schema public to app_tenant, app_identity, app_operator, app_worker, app_events, tradewind_web, tradewind_worker;
`;

/** What a connection asks for when it begins, for connections behind a pooler, which drops such wishes. */
const settings = `
do $$
declare role_name text;
begin
  foreach role_name in array array['tradewind_web', 'tradewind_worker'] loop
    execute format('alter role %I in database %I set statement_timeout = %L', role_name, current_database(), '30s');
    execute format('alter role %I in database %I set idle_in_transaction_session_timeout = %L', role_name, current_database(), '60s');
    execute format('alter role %I in database %I set timezone = %L', role_name, current_database(), 'UTC');
  end loop;
end $$;
`;

/** Grants on the job queue: the portal files jobs, the worker runs them. */
const queueRights = `
grant usage on schema pgboss to app_tenant, app_identity, app_operator, app_worker, tradewind_web, tradewind_worker;
grant select on pgboss.queue, pgboss.version to app_tenant, app_identity, app_operator, tradewind_web;
grant insert on all tables in schema pgboss to app_tenant, app_identity, app_operator;
grant select (id, name, start_after) on pgboss.job, pgboss.job_common to app_tenant, app_identity, app_operator;
grant select, insert, update, delete on all tables in schema pgboss to tradewind_worker, app_worker;
grant execute on all functions in schema pgboss to app_tenant, app_identity, app_operator, app_worker, tradewind_web, tradewind_worker;
`;

/**
 * Brings the database at `adminUrl` to this version: roles, then every pending migration, each in one transaction of
 * the owner role, then the job queue. Several processes may call it at once; one works, the others wait. `adminUrl` may
 * create roles; the product itself never connects with it.
 */
export async function migrate(adminUrl: string): Promise<{ ran: string[] }> {
  const client = await connect(adminUrl).catch(blaming("MIGRATION_DATABASE_URL"));
  try {
    const { rows: server } = await client.query<{ version: string; old: boolean }>(
      "select current_setting('server_version') as version, current_setting('server_version_num')::int < 180000 as old",
    );
    if (server[0]!.old)
      throw new Error(`MIGRATION_DATABASE_URL: PostgreSQL 18 or newer is needed, and this is ${server[0]!.version}`);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(roles);
    await client.query(settings);
    await client.query("set role tradewind_owner");
    await client.query("set lock_timeout = '10s'");
    await client.query(
      "create table if not exists schema_migrations (name text primary key, at timestamptz not null default now())",
    );
    await client.query("alter table schema_migrations add column if not exists checksum text");
    const { rows } = await client.query<{ name: string; checksum: string | null }>(
      "select name, checksum from schema_migrations",
    );
    const done = new Map(rows.map((row) => [row.name, row.checksum]));
    const ran: string[] = [];
    for (const name of migrationFiles()) {
      const text = fs.readFileSync(path.join(migrationsFolder, name), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      const ranAs = done.get(name);
      // A migration that ran before checksums existed is recorded with its current one.
      if (ranAs === null)
        await client.query("update schema_migrations set checksum = $2 where name = $1", [name, checksum]);
      else if (ranAs !== undefined && ranAs !== checksum)
        throw new Error(
          `Migration ${name} is not the one that ran here. Put its text back, and write what is new into another.`,
        );
      if (done.has(name)) continue;
      await client.query("begin");
      await client.query(text).catch((cause: unknown) => {
        throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
          cause,
        });
      });
      await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
      await client.query("commit");
      ran.push(name);
    }
    await prepareQueues(adminUrl);
    await client.query(queueRights);
    return { ran };
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  if (!/^postgres(ql)?:/.test(url)) throw new Error("must begin with postgres://");
  const client = new pg.Client({
    connectionString: url,
    application_name: "tradewind-migrate",
    options: "-c timezone=UTC",
  });
  await client.connect();
  return client;
}

async function prepareQueues(adminUrl: string) {
  const boss = new PgBoss({
    connectionString: adminUrl,
    options: "-c role=tradewind_owner",
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on("error", () => {});
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, options);
  }
  await boss.stop();
}
