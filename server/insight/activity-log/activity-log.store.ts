import { activityKinds, type ActivityKind } from "@tradewind/domain/insight/activity-log.ts";
import { sql, type RawBuilder } from "kysely";
import { whatFor } from "../../platform/activity.store.ts";
import type { Bounds } from "../../platform/bounds.ts";
import type { Db } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { escapeLike, planWithValues } from "../../platform/sql.ts";

export const pageSize = 50;

export type LogFilter = {
  /** The company, or the nil reseller for the operator's own log; undefined for all of them. */
  resellerId: string | undefined;
  search: string;
  from: string | undefined;
  until: string | undefined;
  kind: ActivityKind | undefined;
  outcome: string | undefined;
  customerId: string | undefined;
  /** Whether amounts are shown. */
  priced: boolean;
};

/** One condition a filter, named only if it is set: a kept plan knows which are. */
function matching({ resellerId, search, from, until, kind, outcome, customerId }: LogFilter) {
  const name = `%${escapeLike(search.trim())}%`;
  return sql.join(
    [
      sql`true`,
      ...(resellerId === undefined ? [] : [sql`a.reseller_id = ${resellerId}`]),
      ...(customerId === undefined ? [] : [sql`a.customer_id = ${customerId}`]),
      ...(from === undefined ? [] : [sql`a.at >= ${from}::date::timestamp at time zone 'UTC'`]),
      ...(until === undefined ? [] : [sql`a.at < (${until}::date + 1)::timestamp at time zone 'UTC'`]),
      ...(kind === undefined ? [] : [isOfKind(sql`a.action`, kind)]),
      ...(outcome === undefined ? [] : [sql`a.outcome = ${outcome}`]),
      ...(search.trim() === "" ? [] : [sql`(a.who ilike ${name} or a.on_behalf_of ilike ${name})`]),
    ],
    sql` and `,
  );
}

const named = sql`
  left join resellers r on r.id = a.reseller_id
  left join customers c on c.reseller_id = a.reseller_id and c.id = a.customer_id`;

const sealedAs = sql`left join activity_chain n on n.reseller_id = a.reseller_id and n.activity_id = a.id`;

export type LogRow = {
  id: string;
  at: Date;
  key: string;
  who: string;
  on_behalf_of: string | null;
  what: string;
  action: string;
  outcome: "done" | "refused" | "failed";
  company: string | null;
  customer: string | null;
  ip: string | null;
  device: string | null;
  number: bigint | null;
  request_id: string | null;
};

/**
 * Selects what the filter finds, at most a page and one more. Of one company and kind, the newest of each action are taken
 * from an index, so that a rare kind reads no others; the company's actions are found one by one in the same index.
 */
function found(filter: LogFilter, after: { at: string; id: string } | undefined) {
  const { resellerId, kind, ...rest } = filter;
  const beyond = after ? sql`and (a.at, a.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
  // Inlined, because a kept plan for any number would read the names of all customers.
  const newest = sql`order by a.at desc, a.id desc limit ${sql.lit(pageSize + 1)}`;
  if (resellerId === undefined || kind === undefined)
    return sql`select * from activity a where ${matching(filter)} ${beyond} ${newest}`;
  const next = (past: RawBuilder<unknown>) =>
    sql`(select action from activity where reseller_id = ${resellerId} ${past} order by action limit 1)`;
  return sql`
    with recursive actions as (
      select ${next(sql``)} as action union all select ${next(sql`and action > actions.action`)} from actions where action is not null
    )
    select a.* from actions cross join lateral (
      select * from activity a where a.reseller_id = ${resellerId} and a.action = actions.action
        and ${matching({ ...rest, resellerId: undefined, kind: undefined })} ${beyond} ${newest}
    ) a where ${isOfKind(sql`actions.action`, kind)} ${newest}`;
}

const isOfKind = (action: RawBuilder<unknown>, kind: ActivityKind) =>
  sql`split_part(${action}, '.', 1) = any(${[...activityKinds[kind]]}::text[])`;

/** Lists entries, newest first, and one more than a page. */
export async function listEntries(
  db: Db,
  filter: LogFilter,
  after: { at: string; id: string } | undefined,
): Promise<LogRow[]> {
  const { kind, outcome, customerId, search } = filter;
  const narrows = Boolean(kind ?? outcome ?? customerId) || search.trim() !== "";
  const { rows } = await planWithValues(db, narrows, () =>
    sql<LogRow>`
    select a.id, a.at, a.at::text as key, a.who, a.on_behalf_of, ${whatFor(filter.priced)} as what, a.action, a.outcome, r.name as company, c.name as customer,
      a.ip, a.device, n.number, a.request_id
    from (${found(filter, after)}) a ${named} ${sealedAs} order by a.at desc, a.id desc`.execute(db),
  );
  return rows;
}

/** Streams the entries that a filter finds, newest first. */
export const streamEntries = (exports: Exports, bounds: Bounds, filter: LogFilter): Promise<Download> =>
  exports.stream(
    bounds,
    () => sql`
      select to_char(a.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as "When (UTC)", csv_text(r.name) as "Company", csv_text(a.who) as "Who",
        csv_text(a.on_behalf_of) as "On behalf of", csv_text(${whatFor(filter.priced)}) as "What", a.action as "Action", a.outcome as "Outcome",
        csv_text(c.name) as "Customer", a.object_kind as "Object", a.object_id as "Object id", csv_text(a.ip) as "Address",
        csv_text(a.device) as "Device", a.request_id as "Reference", n.number as "Number", encode(n.hash, 'hex') as "Hash"
      from activity a ${named} ${sealedAs}
      where ${matching(filter)} order by a.at desc, a.id desc`,
  );

export async function countWaiting(db: Db, chain: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from activity_unsealed where reseller_id = ${chain}`.execute(db);
  return rows[0]!.waiting;
}

export const findCompany = (db: Db, resellerId: string) =>
  db.selectFrom("resellers").where("id", "=", resellerId).select("name").executeTakeFirst();
