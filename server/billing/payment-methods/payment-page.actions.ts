import type { paymentMethods as contract } from "@tradewind/contract/billing/payment-methods.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { brandWords, readBrand, type CardBrand } from "@tradewind/domain/billing/payment-methods.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { PageAuthorisation, StoredMethod } from "@tradewind/vendors/method-vault.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import { announce } from "../../platform/events.store.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { brandsOf, vaultOf } from "./payment-methods.reads.ts";
import {
  findPage,
  findSettings,
  insertMethod,
  insertPage,
  type PageRow,
  saveAccount,
  usePage,
} from "./payment-methods.store.ts";

type Opening = { accountRef: string; page: PageAuthorisation; kind: PageRow["kind"] };

/** Silence of the vault is told as such; its no means that what was asked for is not as it was said to be. */
const asked = async <T>(call: Promise<T>, no: () => AppError): Promise<T> =>
  call.catch((cause: unknown) => {
    throw cause instanceof VendorUnavailable ? new AppError("paymentPageDown", { cause }) : no();
  });

/** Asks the vault for an opening of its page: for a card with the company's currency, for a direct debit without one. */
export async function askForPage(call: Call<TenantActor>, currency: Currency | undefined): Promise<Opening> {
  const vault = vaultOf(call.platform);
  const { resellerId, displayName } = call.actor;
  const company = await call.platform.database.read(boundsOf(call.actor), (db) => findSettings(db, resellerId));
  if (currency !== undefined && currency !== company.currency)
    throw new AppError("invalidRequest", { fields: { Currency: "Must be the currency of your account" } });
  const kind = currency === undefined ? "directDebit" : "card";
  const holder = {
    number: `TW-${resellerId}`,
    name: company.name,
    currency: company.currency,
    country: company.country,
    contactName: company.contact_name || displayName,
    email: company.billing_email,
  };
  const down = () => new AppError("paymentPageDown");
  const accountRef = company.account_ref ?? (await asked(vault.ensureAccount(holder), down));
  const page = await asked(vault.authorise({ kind, currency: currency ?? null, accountRef }), down);
  if (!page) throw new AppError("paymentMethodsOff");
  return { accountRef, page, kind };
}

/** Keeps what was authorised, so that what comes back can be held against it. */
export async function keepPage({ tx, actor }: Doing, { accountRef, page, kind }: Opening) {
  const { token, key, tenantId, pageId, url, signature } = page;
  await saveAccount(tx, actor.resellerId, accountRef);
  await insertPage(tx, {
    reseller_id: actor.resellerId,
    token,
    kind,
    account_ref: accountRef,
    tenant_id: tenantId,
    page_id: pageId,
    url,
    key,
  });
  return {
    Signature: signature,
    Token: token,
    Key: key,
    TenantId: tenantId,
    PageId: pageId,
    Url: url,
    ZuoraAccountId: accountRef,
  };
}

type Entered = { gateway: string; method: StoredMethod; brand: CardBrand | null; refused: boolean };
const notGenuine = () => new AppError("paymentPageNotGenuine");

/**
 * Reads at the vault what its page is said to have kept. A browser's word is not enough: the page must have signed it for an
 * opening of ours, and the vault have it in this company's account. A card of a brand that is not taken is closed there.
 */
export async function readEntered(
  { actor, platform, now }: Call<TenantActor>,
  { RefId, Token, Signature }: InputOf<typeof contract.add>["body"],
): Promise<Entered> {
  const vault = vaultOf(platform);
  const page = await platform.database.read(boundsOf(actor), (db) => findPage(db, actor.resellerId, Token));
  if (!page) throw notGenuine();
  const given = { key: page.key, tenantId: page.tenant_id, token: Token, pageId: page.page_id, url: page.url };
  if (!vault.isSigned(Signature, given, now)) throw notGenuine();
  const method = await asked(vault.read(RefId), notGenuine);
  if (!method?.isActive || method.accountRef !== page.account_ref || method.kind !== page.kind) throw notGenuine();
  if (method.kind !== "card") return { gateway: vault.id, method, brand: null, refused: false };
  const brand = readBrand(method.brand ?? "") ?? null;
  const refused = brand === null || !brandsOf(actor).includes(brand);
  if (refused) await asked(vault.close(RefId), () => new AppError("cardBrandNotTaken"));
  return { gateway: vault.id, method, brand, refused };
}

/** Keeps a method that was entered; its opening is used up also where the card is not taken. */
export async function addMethod(
  { tx, actor, doer, now }: Doing,
  { Token }: InputOf<typeof contract.add>["body"],
  { gateway, method, brand, refused }: Entered,
): Promise<AppError | { Id: string }> {
  const { resellerId } = actor;
  if (!(await usePage(tx, resellerId, Token))) throw notGenuine();
  if (refused) return new AppError("cardBrandNotTaken", { message: refusalOf(brandsOf(actor)) });
  const { id } = await insertMethod(tx, {
    reseller_id: resellerId,
    kind: method.kind,
    gateway,
    gateway_ref: method.ref,
    brand,
    last_four: method.lastFour,
    expiry_month: method.expires?.month ?? null,
    expiry_year: method.expires?.year ?? null,
    created_by: actor.displayName,
    created_at: now,
  }).catch((error: unknown) => {
    throw brokeUnique(error, "payment_methods_at_gateway_once") ? notGenuine() : error;
  });
  await announce(tx, resellerId, ["paymentMethods"]);
  await recordActivity(tx, doer, {
    action: "paymentMethods.add",
    what: `Added a ${brand ? `${brand} card` : "direct debit"} ending ${method.lastFour ?? "in unknown digits"} to pay with`,
    object: ["reseller", resellerId],
  });
  return { Id: id };
}

const refusalOf = (brands: readonly CardBrand[]) =>
  `Cards of this kind are not taken, so it was not saved. Please use one of ${brands.map((brand) => brandWords[brand]).join(", ")}.`;
