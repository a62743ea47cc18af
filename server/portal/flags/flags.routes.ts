import { flags } from "@tradewind/contract/portal/flags.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { changeFlag, changeForReseller } from "./flags.actions.ts";
import { listFlags, searchResellers, type FlagRow } from "./flags.store.ts";

const toWire = (row: FlagRow) => ({
  Name: row.name,
  Enabled: row.enabled,
  Percentage: row.percentage,
  Resellers: row.resellers,
  Changes: row.changes,
});
const oneOf = async (db: Db, name: string) => toWire(orNotFound((await listFlags(db, name))[0]));

export const flagsRoutes = [
  answer(flags.list, async ({ db }) => ({ Items: (await listFlags(db)).map(toWire) })),
  answer(flags.change, async (doing, { params: { featureName }, body }) => {
    await changeFlag(doing, featureName, body.Enabled, body.Percentage);
    return oneOf(doing.tx, featureName);
  }),
  answer(flags.changeForReseller, async (doing, { params: { featureName, resellerId }, body }) => {
    await changeForReseller(doing, featureName, resellerId, body.Enabled);
    return oneOf(doing.tx, featureName);
  }),
  answer(flags.resellers, async ({ db }, { query }) => ({
    Items: (await searchResellers(db, query.Search ?? "")).map(({ id, name }) => ({ Id: id, Name: name })),
  })),
];
