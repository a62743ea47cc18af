/** Runs official examples through our mappers, and compares the journals of both sides with them. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { z } from "zod";
import { VendorRefusal } from "../http.ts";
import { control, drive, makeCustomer, makeNames, makeTask, noDirectory, withRefs } from "../test-support.ts";
import { microsoftFulfiller } from "./microsoft-fulfiller.ts";
import { readRefusal } from "./microsoft-reasons.ts";
import { partnerCenter } from "./microsoft-api.ts";
import * as shape from "./microsoft-api-shapes.ts";
import enums from "./samples/enums.json" with { type: "json" };
import errors from "./samples/errors.json" with { type: "json" };
import samples from "./samples/partner-center.json" with { type: "json" };

type SampleName = keyof typeof samples;
type Entry = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  reply: { status: number; headers?: Record<string, string>; body: unknown };
};
const lowered = (name: SampleName) => shape.lowerKeys(samples[name].body) as Record<string, unknown>;

describe("official examples", () => {
  const single: [SampleName, z.ZodType][] = [
    ["createCartReply", shape.cartShape],
    ["cartWithAddOns", shape.cartShape],
    ["customer", shape.customerShape],
    ["createCustomerReply", shape.customerShape],
    ["order", shape.orderShape],
    ["createOrderReply", shape.orderShape],
    ["subscription", shape.subscriptionShape],
    ["suspendedSubscription", shape.subscriptionShape],
    ["changedQuantity", shape.subscriptionShape],
    ["scheduledSubscription", shape.subscriptionShape],
    ["softwareSubscription", shape.subscriptionShape],
  ];
  test.each(single)("%s is read without loss", (name, mapper) => {
    const read = mapper.parse(lowered(name));
    expect(read).toMatchObject(lowered(name));
  });

  test.each([
    ["customers", shape.customerShape],
    ["customersByName", shape.customerShape],
    ["subscriptions", shape.subscriptionShape],
  ] as [SampleName, z.ZodType][])("every item of %s is read", (name, mapper) => {
    const items = lowered(name).items as unknown[];
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(mapper.parse(item)).toMatchObject({ id: expect.any(String) });
  });

  test("treats keys the same whether or not they start with a capital", () => {
    expect(shape.subscriptionShape.parse(lowered("suspendedSubscription"))).toMatchObject({
      status: "suspended",
      quantity: 2,
    });
  });

  test.each(enums.subscriptionStatus)("the subscription status %s is known", (status) => {
    expect(shape.subscriptionShape.shape.status.parse(status)).toBe(status);
  });

  test.each(enums.provisioningStatus)("the provisioning status %s is known", (status) => {
    expect(shape.provisioningShape.parse({ status })).toMatchObject({ status });
  });

  test.each(["thawing", "", null, 7, undefined])("an undocumented status (%s) is unknown", (status) => {
    expect(shape.subscriptionShape.parse({ ...lowered("subscription"), status }).status).toBe("unknown");
  });

  test.each(errors)(
    "error $errorCode becomes words for the reseller or a reason to wait",
    ({ httpStatus, errorCode, description }) => {
      const read = readRefusal(new VendorRefusal(httpStatus, errorCode, description));
      if ("reason" in read) expect(read.reason).toMatch(/^Microsoft .+\.$|^The .+\.$|^This .+\.$/);
      else expect(read.waitFor).toMatch(/^Microsoft |^The |^This /);
    },
  );
});

describe("the journal of a whole life", () => {
  let simulators: Simulators;
  let dataDir: string;
  let entries: Entry[];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "journal-"));
    simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
    const url = simulators.urls.microsoft;
    const fulfiller = microsoftFulfiller(
      partnerCenter({
        apiUrl: url,
        identityUrl: simulators.urls.identity,
        tenant: "partner.example",
        clientId: "portal",
        clientSecret: "a-long-secret",
        refreshToken: "a-refresh-token",
        now: Date.now,
        newId: randomUUID,
      }),
      makeNames(),
      noDirectory,
    );
    const offerRef = "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF";
    const line = {
      key: randomUUID(),
      vendorRef: null,
      offerRef,
      name: "Premium",
      quantity: 5,
      term: "P1Y",
      billing: "annual",
    } as const;
    const termEnd = { outcome: "renew", offerRef, quantity: 4, term: "P1Y", billing: "monthly" } as const;
    const pause = () => control(url, "clock", { advanceMs: 2_000 });
    const bought = await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines: [line] }), { pause });
    if (bought.state !== "ended") throw new Error(JSON.stringify(bought));
    const [held] = withRefs([line], bought);
    const customer = makeCustomer({ tenantRef: bought.tenantRef });
    await drive(fulfiller, makeTask("change", { customer, lines: [{ ...held!, quantity: 9 }] }), { pause });
    await drive(fulfiller, makeTask("schedule", { customer, lines: [{ ...held!, termEnd }] }), { pause });
    await drive(fulfiller, makeTask("suspend", { customer, lines: [held!] }), { pause });
    ({ entries } = await control<{ entries: Entry[] }>(url, "journal"));
  });

  afterAll(async () => {
    await simulators.stop();
    await rm(dataDir, { recursive: true });
  });

  const matching = (method: string, path: RegExp) => {
    const found = entries.filter((entry) => entry.method === method && path.test(entry.path));
    expect(found.length).toBeGreaterThan(0);
    return found;
  };

  /** Fields in the current reference that the older examples lack. */
  const newer = [
    "actions",
    "commitmentEndDateTime",
    "parentSubscriptionId",
    "refundOptions.type",
    "refundOptions.expiresAt",
    "refundableQuantity",
    "scheduledActions.scheduleType",
    "scheduledActions.actionType",
    ...["productId", "skuId", "availabilityId", "billingCycle", "termDuration"].map(
      (field) => `scheduledActions.instructions.product.${field}`,
    ),
    "scheduledActions.instructions.quantity",
    "suspensionReasons",
    "lineItems.friendlyName",
    "refundableQuantity.totalQuantity",
    "refundableQuantity.details.quantity",
    "refundableQuantity.details.allowedUntilDateTime",
  ];

  test.each([
    ["POST", /\/v1\/customers$/, "createCustomerRequest"],
    ["POST", /\/agreements$/, "confirmAgreementRequest"],
    ["POST", /\/carts$/, "createCartRequest"],
    ["PATCH", /\/subscriptions\/[^/]+$/, "softwareSubscription"],
  ] as [string, RegExp, SampleName][])(
    "what we send to %s %s has no field Microsoft does not have",
    (method, path, sample) => {
      const known = new Set([...pathsOf(lowered(sample)), ...optional, ...newer]);
      for (const { body } of matching(method, path))
        expect(pathsOf(body).filter((field) => !known.has(field))).toEqual([]);
    },
  );

  test.each([
    ["POST", /\/v1\/customers$/, "createCustomerReply"],
    ["POST", /\/carts$/, "createCartReply"],
    ["GET", /\/orders\/[^/]+$/, "order"],
    ["GET", /\/subscriptions\/[^/]+$/, "softwareSubscription"],
  ] as [string, RegExp, SampleName][])(
    "what the stand-in answers to %s %s has the example's fields and types",
    (method, path, sample) => {
      const example = typesOf(lowered(sample));
      const answers = matching(method, path).filter((entry) => entry.reply.status < 300);
      const answered = typesOf(shape.lowerKeys(answers.at(-1)!.reply.body));
      const shared = Object.keys(example).filter((field) => field in answered);
      expect(Object.fromEntries(shared.map((field) => [field, answered[field]]))).toEqual(
        Object.fromEntries(shared.map((field) => [field, example[field]])),
      );
      const lacking = Object.keys(example).filter((field) => !(field in answered) && !rarely.test(field));
      expect(lacking).toEqual([]);
    },
  );

  test("every call carries a request number of its own and the number of its round, every change of a subscription an etag", () => {
    const numbers = entries.map(({ headers }) => headers["ms-requestid"]);
    for (const number of numbers) expect(number).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(numbers).size).toBe(numbers.length);
    const rounds = Map.groupBy(entries, ({ headers }) => headers["ms-correlationid"]);
    expect([...rounds.keys()]).not.toContain(undefined);
    expect(rounds.size).toBeLessThan(entries.length / 3);
    for (const entry of matching("PATCH", /subscriptions/)) expect(entry.headers["if-match"]).toMatch(/^".+"$/);
  });

  test("every answer repeats both numbers, and has Microsoft's own", () => {
    for (const { headers, reply } of entries)
      expect(reply.headers).toMatchObject({
        "ms-requestid": headers["ms-requestid"],
        "ms-correlationid": headers["ms-correlationid"],
        "ms-cv": expect.stringMatching(/.\.0$/),
        "ms-serverid": expect.stringMatching(/./),
      });
  });

  const optional = [
    "attributes.etag",
    "billingProfile.defaultAddress.phoneNumber",
    "billingProfile.defaultAddress.addressLine2",
  ];
  /** Fields of other product types or Azure, or set only in cases that the journal does not cover. */
  const rarely =
    /^links|provisioningContext|renewsTo|scheduledNextTermInstructions|userCredentials|companyProfile\.(email|address)|billingProfile\.(firstName|lastName)|defaultAddress\.(state|phoneNumber|addressLine2|region)|associatedPartner|partnerIdAttestation|suspensionReasons/;
});

function pathsOf(value: unknown, prefix = ""): string[] {
  return Object.keys(typesOf(value, prefix));
}

/** Lists paths with types, such as `lineItems.quantity: number`; items of a list are under the list's name. */
function typesOf(value: unknown, prefix = ""): Record<string, string> {
  if (Array.isArray(value)) return Object.assign({}, ...value.map((item) => typesOf(item, prefix)));
  if (value === null || typeof value !== "object") return { [prefix]: value === null ? "string" : typeof value };
  const inner = Object.entries(value).filter(([key]) => key !== "links");
  return Object.assign({}, ...inner.map(([key, each]) => typesOf(each, prefix ? `${prefix}.${key}` : key)));
}
