import { features } from "@tradewind/contract/all.ts";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import type { World } from "./object-makers.ts";
import type { Sent } from "./requests.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Connects a PSA that nobody answers for. */
export async function psaOf(app: TestApp, { resellerId }: Person): Promise<void> {
  const id = crypto.randomUUID();
  const keys = { user: "a public key", secret: "a private key", clientId: "a client" };
  const place = { owner: resellerId, table: "psa_connections", column: "keys", row: id, version: 1 };
  await app.sql(
    `insert into psa_connections (reseller_id, id, type, address, company, keys, agreement_type, enabled, changed_by, changed_at)
     values ($1, $2, 6, 'http://127.0.0.1:1/', 'acme', $3, '', true, 'Robin Tester', now()) on conflict do nothing`,
    [resellerId, id, app.platform.secrets.seal(JSON.stringify(keys), place)],
  );
}

/** The old monolith refuses these, whatever is sent. */
export const notInMonolith = Object.entries(features.psa.monolithPsa)
  .filter(([, { errors }]: [string, Endpoint]) => errors?.includes("psaNewServiceOnly"))
  .map(([name]) => `monolithPsa.${name}`);

/** Sets up a connection for every call to the PSA, at both bases. */
export const acceptedPsa: Record<string, (world: World, person: Person) => Promise<Sent>> = Object.fromEntries(
  Object.entries(features.psa).flatMap(([feature, calls]) =>
    Object.keys(calls).map((call) => [
      `${feature}.${call}`,
      async ({ app }: World, person: Person) => {
        await psaOf(app, person);
        return {};
      },
    ]),
  ),
);
