import { randomUUID } from "node:crypto";
import { bitdefenderApi } from "@tradewind/vendors/bitdefender/bitdefender-api.ts";
import { addOnRef, addOns } from "@tradewind/vendors/bitdefender/bitdefender-parts.ts";
import { partnerCenter } from "@tradewind/vendors/microsoft/microsoft-api.ts";
import type pg from "pg";

export type VendorAddresses = { microsoft: string; identity: string; acronis: string; bitdefender: string };

/** The fields of our subscription that are compared with the vendor's record. */
type Ours = {
  id: string;
  name: string;
  fulfiller: string;
  status: "active" | "suspended" | "cancelled";
  quantity: number;
  vendor_ref: string | null;
  changing: boolean;
  refused: boolean;
  parted: boolean;
};
/** The vendor's record: `key` is our number in it, and the quantity null of what is counted there rather than held. */
type Theirs = { id: string; key: string | undefined; running: boolean; quantity: number | null | undefined };

const bytesPerGigabyte = 1024 ** 3;

/**
 * Checks that every current subscription has exactly one record at its vendor, with the same state and size, and that
 * nothing else is running there but what a difference names. Subscriptions that are changing, or of which a difference stands, are only checked for duplicates; those that the vendor
 * refused when they were added must not be there.
 */
export async function findVendorBreaches(database: pg.Pool, addresses: VendorAddresses): Promise<string[]> {
  const { rows } = await database.query<Ours>(
    `select s.id, s.name, p.fulfiller, s.status, s.quantity, s.vendor_ref,
       coalesce(bool_or(l.state = 'working'), false) as changing, s.vendor_ref is null and coalesce(bool_or(l.state = 'refused'), false) as refused,
       exists (select from differences d where d.reseller_id = s.reseller_id and d.subscription_id = s.id and d.state <> 'closed') as parted
     from subscriptions s
     join products p on p.id = s.product_id
     left join order_lines l on l.reseller_id = s.reseller_id and l.subscription_id = s.id
     where p.fulfiller in ('microsoft', 'acronis', 'bitdefender') group by s.reseller_id, s.id, p.id`,
  );
  // What began by an upgrade was named by its vendor.
  const keyOf = new Map(rows.map((row) => [row.vendor_ref, row.id]));
  const held = [
    ...(await listMicrosoft(addresses)),
    ...(await listAcronis(addresses.acronis)),
    ...(await listBitdefender(addresses.bitdefender)),
  ];
  const theirs = held.map((each) => ({ ...each, key: each.key ?? keyOf.get(each.id) }));
  const byKey = Map.groupBy(theirs, (each) => each.key);
  const ours = new Map(rows.map((row) => [row.id, row]));
  const { rows: known } = await database.query<{ vendor_ref: string }>(
    "select vendor_ref from differences where kind = 'unknown' and state <> 'closed'",
  );
  const isKnown = new Set(known.map((each) => each.vendor_ref));
  const orphans = theirs.filter(
    (each) => each.quantity !== undefined && (each.key === undefined || !ours.has(each.key)) && !isKnown.has(each.id),
  );
  return [
    ...rows.flatMap((row) => compare(row, byKey.get(row.id) ?? [])).slice(0, 5),
    ...orphans.slice(0, 3).map((each) => `the vendor holds ${JSON.stringify(each)}, which is nobody's`),
  ];
}

function compare(row: Ours, held: readonly Theirs[]): string[] {
  const what = `${row.name} (${row.id}, ${row.status}, ${row.quantity}${row.refused ? ", refused" : ""})`;
  if (held.length > 1) return [`the vendor holds ${what} ${held.length} times`];
  if (row.changing || row.parted) return [];
  const [thing] = held;
  if (row.status === "cancelled" || row.refused) return thing ? [`the vendor still holds ${what}`] : [];
  if (!thing) return [`the vendor does not hold ${what}`];
  const same =
    thing.id === row.vendor_ref &&
    thing.running === (row.status === "active") &&
    (thing.quantity === null || thing.quantity === row.quantity);
  return same ? [] : [`the vendor holds ${what} differently: ${JSON.stringify(thing)}`];
}

async function listMicrosoft({ microsoft, identity }: VendorAddresses): Promise<Theirs[]> {
  const api = partnerCenter({
    apiUrl: microsoft,
    identityUrl: identity,
    tenant: "invariants.example",
    clientId: "invariants",
    clientSecret: "invariants-secret",
    now: Date.now,
    newId: randomUUID,
  });
  const customers = await api.listCustomersByDomain("");
  const held = await someAtOnce(customers, (customer) => api.listSubscriptions(customer.id));
  return held
    .flat()
    .filter((each) => each.status === "active" || each.status === "suspended")
    .map((each) => ({
      id: each.id,
      key: /\(([0-9a-f-]{36})\)$/.exec(each.friendlyName ?? "")?.[1],
      running: each.status === "active",
      quantity: each.quantity,
    }));
}

/** Asks about a few at a time, so that no question waits its time out behind thousands of others. */
async function someAtOnce<In, Out>(all: readonly In[], ask: (one: In) => Promise<Out>): Promise<Out[]> {
  const answers: Out[] = [];
  for (let from = 0; from < all.length; from += 16)
    answers.push(...(await Promise.all(all.slice(from, from + 16).map(ask))));
  return answers;
}

type Tenant = { id: string; internal_tag: string | null; enabled: boolean; kind: string };
type Item = { status: number; measurement_unit: string; quota: { value: number | null } };

async function listAcronis(address: string): Promise<Theirs[]> {
  const client = "invariants";
  const token = await read<{ access_token: string }>(`${address}/api/2/idp/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client}:invariants-secret`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const get = <T>(path: string) =>
    read<T>(`${address}/api/2${path}`, { headers: { authorization: `Bearer ${token.access_token}` } });
  const { tenant_id: partner } = await get<{ tenant_id: string }>(`/clients/${client}`);
  const customers = (await listTenants(partner)).filter((tenant) => tenant.kind === "customer");
  const units = (await someAtOnce(customers, (customer) => listTenants(customer.id))).flat();
  return someAtOnce(units, async (unit) => {
    const { items } = await get<{ items: Item[] }>(`/tenants/${unit.id}/offering_items?edition=*`);
    const item = items.find((each) => each.status === 1);
    const perUnit = item?.measurement_unit === "bytes" ? bytesPerGigabyte : 1;
    return {
      id: unit.id,
      key: unit.internal_tag ?? undefined,
      running: unit.enabled,
      quantity: item && (item.quota.value ?? 0) / perUnit,
    };
  });

  async function listTenants(parent: string): Promise<Tenant[]> {
    const found: Tenant[] = [];
    for (let after: string | undefined = "0"; after !== undefined;) {
      const page: { items: Tenant[]; paging: { cursors: { after?: string } } } = await get(
        `/tenants?parent_id=${parent}&after=${after}`,
      );
      found.push(...page.items);
      after = page.paging.cursors.after;
    }
    return found;
  }
}

async function listBitdefender(address: string): Promise<Theirs[]> {
  const api = bitdefenderApi({ accessUrl: `${address}/api`, apiKey: "invariants-key", newId: randomUUID });
  const held = await someAtOnce(await api.listCompanies(), async ({ id }) => {
    const [company, licence] = [await api.findCompany(id), await api.readLicence(id)];
    const each = { key: undefined, running: company?.isSuspended === false };
    return [
      { ...each, id, quantity: licence.totalSlots ?? 0 },
      ...Object.keys(addOns)
        .filter((addOn) => licence[addOn] === true)
        .map((addOn) => ({ ...each, id: addOnRef(id, addOn), quantity: null })),
    ];
  });
  return held.flat();
}

async function read<T>(url: string, options: RequestInit): Promise<T> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}
