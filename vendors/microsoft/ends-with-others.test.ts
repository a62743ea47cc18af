/** The days that we offer are those that Microsoft allows. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endsOf } from "@tradewind/domain/pricing/alignment.ts";
import { policiesById } from "@tradewind/domain/pricing/policies.ts";
import type { Offer, Subscription, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { control, drive, makeCustomer, makeNames, makeTask, noDirectory, withRefs } from "../test-support.ts";
import type { FulfilLine } from "../vendor.ts";
import { partnerCenter } from "./microsoft-api.ts";
import { microsoftFulfiller } from "./microsoft-fulfiller.ts";
import { seenOf } from "./microsoft-seen.ts";
import { policies } from "./policies.data.ts";

let simulators: Simulators;
let dataDir: string;
let api: ReturnType<typeof partnerCenter>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ends-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  api = partnerCenter({
    apiUrl: simulators.urls.microsoft,
    identityUrl: simulators.urls.identity,
    tenant: "partner.example",
    clientId: "portal",
    clientSecret: "a-long-secret",
    refreshToken: "a-refresh-token",
    now: Date.now,
    newId: randomUUID,
  });
});

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const rules = policiesById(policies);
const moveTo = (day: string) => control(simulators.urls.microsoft, "clock", { to: `${day}T09:00:00Z` });
const run = (task: ReturnType<typeof makeTask>) =>
  drive(microsoftFulfiller(api, makeNames(), noDirectory), task, {
    memo: {},
    pause: () => control(simulators.urls.microsoft, "clock", { advanceMs: 2_000 }),
  });
const makeLine = (changes: Partial<FulfilLine>): FulfilLine => ({
  key: randomUUID(),
  vendorRef: null,
  offerRef: "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF",
  name: "Microsoft 365 Business Premium",
  quantity: 3,
  term: "P1Y",
  billing: "monthly",
  ...changes,
});

async function allowedAt(tenant: string, term: string): Promise<string[]> {
  const reply = await fetch(
    `${simulators.urls.microsoft}/v1/customers/${tenant}/subscriptions/customTermEndDates?term_duration=${term}`,
    { headers: { authorization: `Bearer ${await tokenOf()}` } },
  );
  const { items } = (await reply.json()) as {
    items: {
      allowedCustomTermEndDateType: string;
      cotermSubscriptionIds: string[];
      allowedCustomTermEndDate: string;
    }[];
  };
  return items
    .flatMap((item) =>
      (item.cotermSubscriptionIds.length > 0 ? item.cotermSubscriptionIds : ["month"]).map(
        (id) => `${item.allowedCustomTermEndDate.slice(0, 10)} ${id}`,
      ),
    )
    .toSorted();
}

async function tokenOf() {
  const reply = await fetch(`${simulators.urls.identity}/partner.example/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: "a-refresh-token",
      resource: "https://api.partnercenter.microsoft.com",
      client_id: "portal",
      client_secret: "a-long-secret",
    }),
  });
  return ((await reply.json()) as { access_token: string }).access_token;
}

test("on any day, for any term, beside anything", async () => {
  let customer = makeCustomer();
  for (const [day, term] of [
    ["2026-01-31", "P1Y"],
    ["2026-02-11", "P1M"],
    ["2026-02-28", "P1Y"],
    ["2026-03-30", "P1Y"],
    ["2026-04-01", "P1M"],
  ] as const) {
    await moveTo(day);
    const outcome = await run(makeTask("add", { customer, lines: [makeLine({ term })] }));
    customer = makeCustomer({ tenantRef: "tenantRef" in outcome ? outcome.tenantRef! : null });
  }
  const tenant = customer.tenantRef!;
  for (let step = 0, day = "2026-04-02"; step < 60; step++, day = addDays(day, 1 + (step % 5))) {
    await moveTo(day);
    const others = (await api.listSubscriptions(tenant)).map((each) => {
      const { termUntil } = seenOf(each);
      const { id: key, termDuration: term } = each;
      return { key, offerId: "any", status: "active", term, termUntil, period: {} } as unknown as Subscription;
    });
    for (const term of ["P1M", "P1Y", "P3Y"] as Term[]) {
      const offer = { term, billing: "monthly", alignment: "microsoft.nce.ends-with-others" } as Offer;
      const { ends } = endsOf({ offer, from: day }, others, { offers: new Map([["any", offer]]), prices: [] }, rules)!;
      const ours = ends.flatMap(({ until, isMonthEnd, keys }) =>
        [...(isMonthEnd ? ["month"] : []), ...keys].map((id) => `${addDays(until, -1)} ${id}`),
      );
      expect([day, term, ours.toSorted()]).toEqual([day, term, await allowedAt(tenant, term)]);
    }
  }
});

test("a day that Microsoft does not allow is refused, and nothing is bought", async () => {
  await moveTo("2027-03-05");
  const customer = makeCustomer();
  const task = makeTask("add", { customer, lines: [makeLine({ termUntil: "2028-02-20" })] });
  const outcome = await run(task);
  expect(outcome).toMatchObject({ state: "ended", lines: [{ state: "refused", code: "10017" }] });
  const again = makeTask("add", { customer, lines: [makeLine({ termUntil: "2028-03-01" })] });
  const bought = await run(again);
  const { tenantRef } = bought as { tenantRef: string };
  const held = await api.listSubscriptions(tenantRef);
  expect(held).toHaveLength(1);
  expect(seenOf(held[0]!).termUntil).toBe("2028-03-01");

  const line = withRefs(again.lines, bought)[0]!;
  const at = makeCustomer({ tenantRef });
  const { offerRef, term, billing, quantity } = line;
  const schedule = (until: string) => {
    const termEnd = { outcome: "renew" as const, offerRef, term, billing, quantity, until };
    return run(makeTask("schedule", { customer: at, lines: [{ ...line, termEnd }] }));
  };
  expect(await schedule("2029-02-10")).toMatchObject({ lines: [{ state: "refused", code: "900242" }] });
  await run(makeTask("add", { customer: at, lines: [makeLine({ term: "P1Y" })] }));
  expect(await schedule("2028-03-05")).toMatchObject({ lines: [{ state: "done" }] });
  const there = (await api.findSubscription(tenantRef, line.vendorRef!))!;
  expect(seenOf(there).termEnd).toMatchObject({ outcome: "renew", until: "2028-03-05" });
});
