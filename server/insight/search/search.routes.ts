import type { Screen } from "@tradewind/contract/screen.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { search, type foundKinds } from "@tradewind/contract/insight/search.ts";
import { admits } from "@tradewind/domain/values/permissions.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { planWithValues } from "../../platform/sql.ts";
import { findShownPlans } from "../../catalogue/shop/shop.reads.ts";
import { findCustomers, findInvoices, findPeople, findServices, most, type Found } from "./search.store.ts";

type Kind = (typeof foundKinds)[number];
type Finder = {
  /** The page the results open; only people who may open it find them. */
  screen: Screen;
  find(db: Db, actor: TenantActor, text: string): Promise<Found[]>;
  link(found: Found): string;
};

const finders: Record<Kind, Finder> = {
  customer: {
    screen: screens.customer,
    find: findCustomers,
    link: ({ id }) => linkTo(screens.customer, { ctx: id }),
  },
  service: {
    screen: screens.service,
    find: findServices,
    link: ({ id, customer_id }) => linkTo(screens.service, { ctx: customer_id ?? "", instanceId: id }),
  },
  invoice: {
    screen: screens.invoice,
    find: findInvoices,
    link: ({ id, kind }) => linkTo(kind === "creditMemo" ? screens.creditMemo : screens.invoice, { invoiceId: id }),
  },
  person: {
    screen: screens.user,
    find: findPeople,
    link: ({ id }) => linkTo(screens.user, { userId: id }),
  },
  plan: {
    screen: screens.marketplaceProduct,
    async find(db, actor, text) {
      const { shelf, found } = await findShownPlans(db, actor, text, most);
      return found.map(({ product_id, sku, name }) => ({
        id: sku,
        title: name,
        hint: shelf.products.get(product_id)!.name,
        customer_id: null,
        kind: product_id,
      }));
    },
    link: ({ kind }) => linkTo(screens.marketplaceProduct, { productId: kind ?? "" }),
  },
};

export const searchRoutes = [
  answer(search.everything, async ({ actor, db }, { query }) => {
    const kinds = Object.entries(finders).filter(([, { screen }]) => admits(screen.access, actor));
    // What a text matches differs most here, and the candidates are cut off: a kept plan may read every name.
    const found = await planWithValues(db, true, () =>
      Promise.all(
        kinds.map(async ([kind, { find, link }]) =>
          (await find(db, actor, query.Text)).map((row) => ({
            Kind: kind as Kind,
            Id: row.id,
            Title: row.title,
            Hint: row.hint,
            Link: link(row),
          })),
        ),
      ),
    );
    return { Items: found.flat() };
  }),
];
