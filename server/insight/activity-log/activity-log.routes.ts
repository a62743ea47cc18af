import { activityLog, everyActivityLog } from "@tradewind/contract/insight/activity-log.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { nilReseller } from "../../platform/once.ts";
import { sealedLog, stateOf } from "./activity-log.reads.ts";
import { findCompany, listEntries, pageSize, streamEntries, type LogFilter } from "./activity-log.store.ts";

const operator = { role: "app_operator" } as const;
const operatorsOwn = "Operator";

type Query = InputOf<typeof activityLog.csv>["query"];
const filterOf = (
  { Search, From, Until, Kind, Outcome, CustomerId }: Query,
  resellerId: string | undefined,
  priced: boolean,
): LogFilter => ({
  resellerId,
  priced,
  search: Search,
  from: From,
  until: Until,
  kind: Kind,
  outcome: Outcome,
  customerId: CustomerId,
});

async function pageWith(db: Db, filter: LogFilter, after: string | undefined) {
  const rows = await listEntries(db, filter, readCursor(after, ["at", "id"]));
  const { page, next } = pageOf(rows, pageSize, (last) => ({ at: last.key, id: last.id }));
  return {
    Items: page.map((row) => ({
      Id: row.id,
      At: row.at.toISOString(),
      Who: row.who,
      OnBehalfOf: row.on_behalf_of,
      What: row.what,
      Action: row.action,
      Outcome: row.outcome,
      Company: row.company,
      Customer: row.customer,
      Address: row.ip,
      Device: row.device,
      Number: row.number === null ? null : Number(row.number),
      Reference: row.request_id,
    })),
    Next: next,
  };
}

async function ownFilter(db: Db, actor: TenantActor, query: Query): Promise<LogFilter> {
  if (query.CustomerId) orNotFound(await findCustomer(db, actor, query.CustomerId));
  return filterOf(query, actor.resellerId, seesPrices(actor));
}

/** The chain is the whole company's: whoever looks after a part of it sees lines, but not how they hang together. */
function needWholeCompany({ restriction }: TenantActor) {
  if (restriction) throw new AppError("onlyPartOfCompany");
}

export const activityLogRoutes = [
  answer(activityLog.list, async ({ actor, db }, { query: { After, ...query } }) =>
    pageWith(db, await ownFilter(db, actor, query), After),
  ),
  answer(activityLog.csv, async ({ actor, db, platform }, { query }) => {
    const filter = await ownFilter(db, actor, query);
    return { file: () => streamEntries(platform.exports, boundsOf(actor), filter), name: "activity-log.csv" };
  }),
  answer(activityLog.state, ({ actor, db }) => {
    needWholeCompany(actor);
    return stateOf(db, actor.resellerId);
  }),
  answer(activityLog.sealed, ({ actor, platform }) => {
    needWholeCompany(actor);
    // A seal holds for whole entries.
    if (!seesPrices(actor)) throw new AppError("pricesHidden");
    return {
      file: () => sealedLog(platform, boundsOf(actor), actor.resellerId, actor.resellerName),
      name: "activity-log.jsonl",
    };
  }),
  answer(everyActivityLog.list, ({ db }, { query: { After, CompanyId, ...query } }) =>
    pageWith(db, filterOf(query, CompanyId, true), After),
  ),
  answer(everyActivityLog.csv, ({ platform }, { query: { CompanyId, ...query } }) => ({
    file: () => streamEntries(platform.exports, operator, filterOf(query, CompanyId, true)),
    name: "activity-log.csv",
  })),
  answer(everyActivityLog.state, ({ db }, { query }) => stateOf(db, query.CompanyId ?? nilReseller)),
  answer(everyActivityLog.sealed, async ({ platform }, { query: { CompanyId } }) => {
    const company = CompanyId && orNotFound(await platform.database.read(operator, (db) => findCompany(db, CompanyId)));
    return {
      file: () => sealedLog(platform, operator, CompanyId ?? nilReseller, company ? company.name : operatorsOwn),
      name: "activity-log.jsonl",
    };
  }),
];
