import { portNumber } from "@tradewind/domain/ordering/number-ports.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { findReseller } from "../../catalogue/agreements/agreements.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { brandForCustomers } from "../../portal/white-label/brands.reads.ts";
import { codeWords } from "../resources/resources.store.ts";
import { siteText } from "./number-ports.reads.ts";
import { findOwnPort } from "./number-ports.store.ts";
import type { PortLetter } from "./port-letter-document.ts";

/** Gathers what a port's letter of authority says, in the reseller's look of now. */
export async function letterOf(
  { db, actor, now }: { db: Db; actor: TenantActor; now: Date },
  portId: string,
): Promise<PortLetter> {
  const port = orNotFound(await findOwnPort(db, actor, portId));
  const [customer, reseller, brand] = await Promise.all([
    findCustomer(db, actor, port.customer_id),
    findReseller(db, actor.resellerId),
    brandForCustomers(db, actor.resellerId),
  ]);
  const site = (name: string) => siteText({ attributes: port.site }, name);
  return {
    number: portNumber(port.id),
    made: now,
    customer: orNotFound(customer),
    reseller: reseller.name,
    provider: port.provider,
    accountNumber: port.account_number,
    mainNumber: port.main_number,
    billingPostcode: port.billing_postcode,
    site: [site("SiteName"), site("Postcode")].filter(Boolean).join(", "),
    numbers: port.numbers.map((numbers) => codeWords({ code: "", numbers })),
    isPartOfRange: port.is_part_of_range,
    wishedOn: port.wished_on,
    signedBy: port.signed_by,
    brand,
  };
}
