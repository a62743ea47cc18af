import { search, type foundKinds } from "@tradewind/contract/insight/search.ts";
import { allows, type Right } from "@tradewind/domain/values/permissions.ts";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import type { Scope } from "../../platform/restriction.ts";
import { findCustomers, findInvoices, findPeople, findServices, type Found } from "./search.store.ts";

type Kind = (typeof foundKinds)[number];
type Finder = {
  /** Any one of these lets a person find them, as it lets them open the page. */
  anyOf: readonly Right[];
  /** Of the reseller's own people alone. */
  staff?: true;
  find(db: Db, scope: Scope, text: string): Promise<Found[]>;
  link(found: Found): string;
};

const finders: Record<Kind, Finder> = {
  customer: { anyOf: ["customers"], find: findCustomers, link: ({ id }) => `/customers/customer/${id}` },
  service: {
    anyOf: ["customers", "manageService"],
    find: findServices,
    link: ({ id, customer_id }) => `/customers/customer/${customer_id}/services/${id}`,
  },
  invoice: {
    anyOf: ["billing"],
    staff: true,
    find: findInvoices,
    link: ({ id, kind }) => `/billing/${kind === "creditMemo" ? "credit-memo" : "invoice"}-detail/${id}`,
  },
  person: {
    anyOf: ["manageUsers", "createResellerEngineer", "createCustomerAdmin"],
    find: findPeople,
    link: ({ id }) => `/account-setting/manage-access/${id}`,
  },
};

const mayFind = ({ kind, rights }: TenantActor, { anyOf, staff }: Finder) =>
  allows(rights, anyOf) && (!staff || kind === "reseller" || kind === "engineer");

export const searchRoutes = [
  answer(search.everything, async ({ actor, db }, { query }) => {
    const kinds = Object.entries(finders).filter(([, finder]) => mayFind(actor, finder));
    const found = await Promise.all(
      kinds.map(async ([kind, { find, link }]) =>
        (await find(db, actor, query.Text)).map((row) => ({
          Kind: kind as Kind,
          Id: row.id,
          Title: row.title,
          Hint: row.hint,
          Link: link(row),
        })),
      ),
    );
    return { Items: found.flat() };
  }),
];
