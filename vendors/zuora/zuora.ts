/** Keeps cards and bank accounts at Zuora, which are entered on its hosted payment pages and never pass through us. */
import { z } from "zod";
import type { AccountHolder, MethodVault, StoredMethod } from "../method-vault.ts";
import { stableUuid } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import { zuoraBook } from "./zuora-book.ts";
import { zuoraCharges } from "./charges.ts";
import { isSigned } from "./hosted-page.ts";
import { isMissing, zuoraApi, type ZuoraApiSettings } from "./zuora-api.ts";

export type ZuoraSettings = ZuoraApiSettings & {
  /** Where the pages are, such as `https://www.zuora.com/apps/PublicHostedPageLite.do`. */
  pageUrl: string;
  scriptUrl: string;
  /** The numbers of the pages that are set up at Zuora; empty if there is none. */
  pages: { GBP: string; EUR: string; directDebit: string };
};

const signatureShape = z.looseObject({
  signature: z.string().nullish(),
  token: z.string(),
  tenantId: z.union([z.string(), z.number()]).transform(String),
  key: z.string(),
});
const accountShape = z.looseObject({ basicInfo: z.looseObject({ id: z.string() }) });
const madeShape = z.looseObject({ accountId: z.string() });
const methodShape = z.looseObject({
  id: z.string(),
  accountKey: z.string().nullish(),
  accountId: z.string().nullish(),
  type: z.string(),
  status: z.string().nullish(),
  cardNumber: z.string().nullish(),
  accountNumber: z.string().nullish(),
  cardType: z.string().nullish(),
  creditCardType: z.string().nullish(),
  expirationMonth: z.number().nullish(),
  expirationYear: z.number().nullish(),
  createdOn: z.string().nullish(),
});
const done = z.looseObject({ success: z.literal(true) });

export function zuoraVault({ pageUrl, scriptUrl, pages, ...settings }: ZuoraSettings): MethodVault {
  const call = zuoraApi(settings);

  async function findAccount(key: string): Promise<string | undefined> {
    const found = await call("GET", `/v1/accounts/${encodeURIComponent(key)}`, accountShape).catch(orMissing);
    return found?.basicInfo.id;
  }
  const makeAccount = async ({ number, name, currency, country, contactName, email }: AccountHolder) => {
    const [firstName = name, ...others] = contactName.split(" ").filter((word) => word !== "");
    const json = {
      accountNumber: number,
      name,
      currency,
      autoPay: false,
      billCycleDay: 1,
      billToContact: { firstName, lastName: others.join(" ") || name, country, workEmail: email },
    };
    return (await call("POST", "/v1/accounts", madeShape, { json, key: stableUuid("account", number) })).accountId;
  };

  return {
    id: "zuora",
    name: "Zuora",
    browser: { scriptUrl, frames: [new URL(pageUrl).origin] },
    ensureAccount: async (holder) => (await findAccount(holder.number)) ?? makeAccount(holder),
    hasPage: (kind, currency) => pages[kind === "card" ? currency : kind] !== "",
    async authorise({ kind, currency, accountRef }) {
      const pageId = kind === "directDebit" ? pages.directDebit : currency ? pages[currency] : "";
      if (pageId === "") return undefined;
      const json = { uri: pageUrl, method: "POST", pageId, accountId: accountRef, ...(currency && { currency }) };
      const { signature, ...given } = await call("POST", "/v1/rsa-signatures", signatureShape, { json });
      if (!signature) throw new VendorUnavailable("Zuora signed nothing");
      return { signature, token: given.token, key: given.key, tenantId: given.tenantId, pageId, url: pageUrl };
    },
    isSigned,
    async read(ref) {
      const method = await call("GET", `/v1/payment-methods/${encodeURIComponent(ref)}`, methodShape).catch(orMissing);
      return method && toStored(method);
    },
    async close(ref) {
      await call("DELETE", `/v1/payment-methods/${encodeURIComponent(ref)}`, done).catch(orMissing);
    },
    charges: zuoraCharges(call),
    book: zuoraBook(call),
    async save(accountRef, { autoPay, paymentTerm, defaultRef }) {
      const json = { autoPay, paymentTerm, defaultPaymentMethodId: defaultRef };
      await call("PUT", `/v1/accounts/${encodeURIComponent(accountRef)}`, done, { json });
    },
  };
}

function orMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function toStored(method: z.infer<typeof methodShape>): StoredMethod {
  const { expirationMonth: month, expirationYear: year } = method;
  return {
    ref: method.id,
    accountRef: method.accountKey ?? method.accountId ?? "",
    kind: method.type === "CreditCard" ? "card" : "directDebit",
    isActive: method.status === undefined || method.status === null || method.status === "Active",
    brand: method.cardType ?? method.creditCardType ?? null,
    lastFour: /\d{4}$/.exec(method.cardNumber ?? method.accountNumber ?? "")?.[0] ?? null,
    expires: month && year ? { month, year } : null,
    createdAt:
      method.createdOn && !Number.isNaN(Date.parse(method.createdOn)) ? new Date(method.createdOn).toISOString() : null,
  };
}
