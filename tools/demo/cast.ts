import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { display } from "@tradewind/contract/portal/display.ts";
import { accounts, employ, password, welcomeNewcomer, type ResellerKey } from "./founders.ts";
import { signIn, type Caller } from "./portal.ts";
import { dice } from "./story-steps.ts";
import type { Cast } from "./teller.ts";
import type pg from "pg";

/** Agreements each reseller signs on its first day; the others are signed at the first order. */
const signed: Record<ResellerKey, readonly string[]> = {
  harbour: ["general", "microsoft-365", "acronis", "hardware"],
  liffey: ["general", "microsoft-365", "acronis", "azure"],
};

type Stage = {
  address: string;
  vendors: Cast["vendors"];
  database: pg.Pool;
  resellers: Record<ResellerKey, string>;
  now(): Date;
};

/** Signs in everybody who acts in the demo's story. */
export async function assemble({ address, vendors, database, resellers, now }: Stage): Promise<Cast> {
  const enter = (userName: string) => signIn(address, userName, password);
  const [harbourOwner, harbourEngineer, liffeyOwner, operator] = await Promise.all([
    enter("reseller@harbour.example"),
    enter("engineer@harbour.example"),
    enter("reseller@liffey.example"),
    enter("operator@tradewind.example"),
  ]);
  let admin: Promise<Caller> | undefined;
  const roll = dice(4_000);
  return {
    resellers: {
      harbour: { reseller: harbourOwner, engineer: harbourEngineer },
      liffey: { reseller: liffeyOwner, engineer: liffeyOwner },
    },
    operator,
    customerAdmin: () => (admin ??= enter("admin@acme.example")),
    vendors,
    today: () => now().toISOString().slice(0, 10),
    async memberOf(userName) {
      const { rows } = await database.query<{ id: string }>(
        "select m.id from memberships m join people p on p.id = m.person_id where p.user_name = $1",
        [userName],
      );
      return rows[0]!.id;
    },
    async tenantOf(customerId) {
      const { rows } = await database.query<{ tenant_ref: string }>(
        "select tenant_ref from provider_tenants where customer_id = $1 and fulfiller = 'microsoft'",
        [customerId],
      );
      return rows[0]!.tenant_ref;
    },
    joined: ({ reseller, company }, customerId) =>
      employ(database, { key: reseller, id: resellers[reseller] }, { id: customerId, company }, roll, now()),
  };
}

/** Has the resellers' owners read and sign the agreements they need before anything is ordered. */
export async function signAgreements({ resellers }: Cast): Promise<void> {
  for (const key of ["harbour", "liffey"] as const) {
    const { reseller } = resellers[key];
    const [owner] = accounts[key] as [(typeof accounts)["harbour"][number]];
    for (const agreementId of signed[key])
      await sign(reseller, agreementId, { name: `${owner.first} ${owner.last}`, title: owner.title });
  }
}

async function sign(reseller: Caller, agreementId: string, by: { name: string; title: string }): Promise<void> {
  const params = { agreementId };
  const { Version, TextHash } = await reseller.call(agreements.byId, { params });
  await reseller.call(agreements.sign, {
    params,
    body: { Version, TextHash, ReadToEnd: true, Name: by.name, JobTitle: by.title },
  });
}

/** Adds a reseller who joins today: it has signed its terms and sold nothing. */
export async function admitNewcomer(address: string, database: pg.Pool, now: Date): Promise<void> {
  const owner = await welcomeNewcomer(database, now);
  await sign(await signIn(address, owner, password), "general", { name: "Orla Quinn", title: "Director" });
}

/**
 * Sets both resellers' prices to the recommended price if there is one, so that every order shows a margin. Harbour's customers
 * see what they pay, so that their admins order without asking.
 */
export async function setCustomerPrices({ resellers, today }: Cast): Promise<void> {
  await resellers.liffey.reseller.call(priceBooks.put, {
    body: { ProductId: "azure", From: today(), Kind: "markUp", Value: "15" },
  });
  await resellers.harbour.reseller.call(display.save, {
    body: { HidePricing: false, HideBanner: false, ShowOwnPrices: true },
  });
  for (const { reseller } of Object.values(resellers)) {
    for (const ProductId of ["microsoft-365", "acronis-backup"]) {
      const { Items } = await reseller.call(catalogue.prices, { query: { ProductId } });
      await Promise.all(
        Items.filter((price) => price.Recommended).map((price) =>
          reseller.call(catalogue.setCustomerPrice, {
            params: { offerId: price.OfferId },
            body: { CustomerPrice: price.Recommended! },
          }),
        ),
      );
    }
  }
}
