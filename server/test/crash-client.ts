import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import type { Endpoint, Envelope, ResultOf } from "@tradewind/contract/endpoint.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { crashWorld } from "./crash-world.ts";
import type { Dice } from "./mutations.ts";
import { bearer, signInAt, until, withPatience } from "./processes.ts";

/** What a call answered; throws if it was refused. */
export const read = <E extends Endpoint>(_: E, text: string) => {
  const { Succeed, Result } = JSON.parse(text) as Envelope<ResultOf<E>>;
  if (!Succeed || Result === null) throw new Error(`Refused: ${text}`);
  return Result;
};

/** A reseller's client of a portal whose processes are killed, which tries again whatever was not answered. */
export function crashClient(world: Awaited<ReturnType<typeof crashWorld>>, dice: Dice) {
  let token: Promise<string> | undefined;
  /** Returns a token of the shared session, signing in again when it has ended. */
  const signedIn = () =>
    (token ??= withPatience(async () => signInAt(dice.pick(world.urls), world.account.userName)).catch(
      (error: unknown) => {
        token = undefined;
        throw error;
      },
    ));

  /** Calls any of the processes; retries temporary refusals (no database, restarting) with the same key. */
  async function call(method: string, path: string, body?: string, key: string = crypto.randomUUID()): Promise<string> {
    return withPatience(async () => {
      const response = await fetch(dice.pick(world.urls) + path, {
        method,
        headers: {
          ...bearer(await signedIn()),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(method === "GET" ? {} : { "idempotency-key": key }),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(30_000),
      });
      // A token lasts ten minutes, all rounds together longer.
      if (response.status === 401) token = undefined;
      if (response.status >= 500 || response.status === 429 || response.status === 401)
        throw new Error(`${response.status}`);
      return response.text();
    });
  }

  async function signAgreement() {
    const path = "/api/agreements/microsoft-365";
    const { Version, TextHash } = read(agreements.byId, await call("GET", path));
    const body = { Version, TextHash, ReadToEnd: true, Name: "Robin Tester", JobTitle: "Director" };
    read(agreements.sign, await call("POST", `${path}/sign`, JSON.stringify(body)));
  }

  /** Monthly offers that can be ordered by themselves. */
  async function offersOf(customerId: string, many: number): Promise<string[]> {
    const path = `/api/journeys/product/microsoft-365?CustomerId=${customerId}&Action=Add`;
    const { Steps } = read(orders.journey, await call("GET", path));
    const items = Steps.flatMap((step) => step.Items).filter(
      (item) => !item.IsAddOn && item.NeedsOneOf.length === 0 && item.Minimum <= 1,
    );
    return items.flatMap((item) => item.Offers.find((each) => each.Term === "P1M")?.OfferId ?? []).slice(0, many);
  }

  async function addCustomer(): Promise<string> {
    const body = {
      name: `Customer ${crypto.randomUUID().slice(0, 8)}`,
      organisationTypes: ["Commercial"],
      Address1: "1 High Street",
      TownCity: "Leeds",
      PostCode: "LS1 1AA",
      ContactName: "Ada Lovelace",
      ContactEmail: "ada@acme.example",
    };
    return read(customerForms.add, await call("POST", "/api/marketplace/customers", JSON.stringify(body))).customerId;
  }

  /** Waits until no order is in progress, nor anything else that `atWork` counts. Retries do not wait out their delay. */
  async function settle(atWork = "0") {
    await until(
      async () => {
        const ask = world.admin.query(
          `select ((select count(*) from orders where status <> 'Completed') + ${atWork})::int as working`,
        );
        const working = await ask.then(
          ({ rows }) => rows[0].working as number,
          () => -1,
        );
        if (working === 0) return true;
        await world.admin
          .query(
            "update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now() + interval '2 s'",
          )
          .catch(() => {});
        await sleep(300);
        return false;
      },
      "all orders to complete",
      300_000,
    );
  }

  return { call, signAgreement, offersOf, addCustomer, settle };
}
