import path from "node:path";
import pg from "pg";
import { readRunning } from "../postgres-running.ts";

/** Accounts that stories may change freely: each has a demo account's company, kind, rights and password. */
export function twinsIn(folder: string) {
  const cluster = readRunning(path.join(folder, "postgres"));
  if (!cluster?.ready) throw new Error(`No product runs on ${folder}.`);
  const database = new pg.Pool({ connectionString: `postgres://postgres@127.0.0.1:${cluster.port}/tradewind`, max: 1 });
  return {
    /** Adds a twin of `original` unless that name exists. */
    async add(original: string, userName: string): Promise<void> {
      await database.query(
        `with person as (
           insert into people (user_name, password_hash)
           select $2, password_hash from people where user_name = 'operator@tradewind.example'
           on conflict do nothing returning id),
         staff as (
           insert into operators (person_id, display_name, email)
           select person.id, o.display_name, $2 from person, operators o join people p on p.id = o.person_id
           where p.user_name = $1)
         insert into memberships (reseller_id, person_id, kind, customer_id, first_name, last_name, email, job_title, views,
           permissions, can_agree, created_at)
         select m.reseller_id, person.id, m.kind, m.customer_id, m.first_name, m.last_name, $2, m.job_title, m.views,
           m.permissions, m.can_agree, m.created_at
         from person, memberships m join people p on p.id = m.person_id where p.user_name = $1`,
        [original, userName],
      );
    },
    /** Links a provider's identity to one person and unlinks it from everybody else. */
    async link(provider: "sso" | "aad", issuer: string, subject: string, userName: string): Promise<void> {
      await database.query(
        `insert into linked_identities (provider, issuer, subject, person_id)
         select $1, $2, $3, id from people where user_name = $4
         on conflict (provider, issuer, subject) do update set person_id = excluded.person_id`,
        [provider, issuer, subject, userName],
      );
    },
    close: () => database.end(),
  };
}
