import type { PsaCalls, PsaSettings } from "@tradewind/contract/psa/psa.ts";
import type { InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import { psaNames, psaTypes, type PsaType } from "@tradewind/domain/psa/sync.ts";
import { PsaRefused, type Psa, type PsaAccount } from "@tradewind/vendors/psa.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import { findConnection, forgetRead, lockConnection, saveConnection, type ConnectionRow } from "./integration.store.ts";

type Keys = Pick<PsaAccount, "user" | "secret" | "clientId">;
type Wanted = InputOf<PsaCalls["updateSettings"]>["body"];
type Tested = InputOf<PsaCalls["testConnection"]>["body"];

const placeOfKeys = (resellerId: string, row: string) => ({
  owner: resellerId,
  table: "psa_connections",
  column: "keys",
  row,
  version: 1,
});
const keysIn = ({ secrets }: Platform, { reseller_id, id, keys }: ConnectionRow) =>
  JSON.parse(secrets.open(keys, placeOfKeys(reseller_id, id))) as Keys;

/** How an update answers that was done. */
export const succeeded = { Succeed: true, Error: null, Errors: [] };

/** A PSA is of all customers and products, so it is for those who look after every one. */
export function mustSeeAll({ restriction }: Pick<TenantActor, "restriction">): void {
  if (restriction) throw new AppError("onlyPartOfCompany");
}

/** Returns the connection that is on. */
export async function mustBeOn(db: Db, actor: TenantActor): Promise<ConnectionRow> {
  mustSeeAll(actor);
  const connection = await findConnection(db, actor.resellerId);
  if (!connection?.enabled) throw new AppError("psaNotOn");
  return connection;
}

/** Opens a connected PSA with its keys; undefined if its type is not to be had here. */
export function openPsa(platform: Platform, row: ConnectionRow): Psa | undefined {
  const { type, address, company } = row;
  return platform.psas[type]?.({ address, company, ...keysIn(platform, row) });
}

export const settingsOf = (row: ConnectionRow | undefined): PsaSettings =>
  row
    ? {
        type: row.type,
        address: row.address,
        company: row.company,
        defaultAgreementType: row.agreement_type,
        enabled: row.enabled,
        changedBy: row.changed_by,
        changedAt: row.changed_at.toISOString(),
      }
    : null;

export const availableIntegrations = ({ psas }: Platform): { type: PsaType; name: string }[] =>
  Object.values(psaTypes)
    .filter((type) => psas[type])
    .map((type) => ({ type, name: psaNames[type] }));

/** Judges where a PSA is said to be, and returns the keys that go there: those given, or those held for that very place. */
function keysFor(platform: Platform, wanted: Tested, held: ConnectionRow | undefined): Keys {
  const { type, address, company, keys } = wanted;
  if (!platform.psas[type]) throw new AppError("psaTypeUnknown");
  const fields: Record<string, string> = {};
  if (!platform.config.DEMO && !address.startsWith("https://")) fields["address"] = "Must begin with https://";
  if (type === psaTypes.connectWise && company === "") fields["company"] = "Company ID is required";
  const isSame = held?.type === type && held.address === address && held.company === company;
  if (!keys && !isSame)
    fields["keys"] = held
      ? "Enter the keys again: those held are for another PSA, address or company"
      : "Enter the keys that the PSA gave you";
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
  return keys ?? keysIn(platform, held!);
}

export async function updateSettings(doing: Doing<TenantActor>, wanted: Wanted): Promise<PsaSettings> {
  const { tx, actor, doer, now, platform } = doing;
  mustSeeAll(actor);
  const held = await lockConnection(tx, actor.resellerId);
  const keys = keysFor(platform, wanted, held);
  const id = held?.id ?? newId();
  const saved = await saveConnection(tx, {
    reseller_id: actor.resellerId,
    id,
    type: wanted.type,
    address: wanted.address,
    company: wanted.company,
    keys: wanted.keys ? platform.secrets.seal(JSON.stringify(keys), placeOfKeys(actor.resellerId, id)) : held!.keys,
    agreement_type: wanted.defaultAgreementType,
    enabled: wanted.enabled,
    changed_by: actor.displayName,
    changed_at: now,
  });
  if (held && held.source !== saved.source) await forgetRead(tx, actor.resellerId);
  await announce(tx, actor.resellerId, ["psa"]);
  await recordActivity(tx, doer, {
    action: "psa.save",
    what: `Saved the settings of ${psaNames[wanted.type]} at ${wanted.address}, ${wanted.enabled ? "on" : "off"}`,
    object: ["reseller", actor.resellerId],
  });
  return settingsOf(saved);
}

/** Milliseconds after which an address counts as silent: somebody waits before the screen. */
const testPatience = 15_000;
type Outcome = ResultOf<PsaCalls["testConnection"]>;

/** Reads once with each right that is needed. */
export async function testConnection(platform: Platform, actor: TenantActor, wanted: Tested): Promise<Outcome> {
  mustSeeAll(actor);
  const { resellerId } = actor;
  const held = await platform.database.read({ role: "app_tenant", resellerId }, (db) => findConnection(db, resellerId));
  const { type, address, company } = wanted;
  const signal = AbortSignal.timeout(testPatience);
  const psa = platform.psas[type]?.({ address, company, ...keysFor(platform, wanted, held) }, { signal });
  if (!psa) throw new AppError("psaTypeUnknown");
  try {
    const rights = [...(await psa.probe())];
    return { succeeded: rights.every(({ missing }) => missing === null), message: null, rights };
  } catch (error) {
    if (error instanceof PsaRefused) return { succeeded: false, message: error.message, rights: [] };
    if (!(error instanceof VendorUnavailable)) throw error;
    platform.log.info({ err: error, address }, "A PSA did not answer");
    const message = `${psaNames[type]} does not answer at this address. Check it, or try again later.`;
    return { succeeded: false, message, rights: [] };
  }
}
