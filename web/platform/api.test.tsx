import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { expect, test, vi } from "vitest";
import { fakeApi, refused, succeeded } from "../test/fake-api.ts";
import { pageSettings } from "../test/page-settings.ts";
import { acme, noCustomers } from "../test/samples.ts";
import { ApiError } from "./api-error.ts";
import { call, downloadFile } from "./api.ts";
import { dropToken } from "./tokens.ts";

const customerId = acme.Id;
const rename = `POST /api/customers/${customerId}/rename`;
const renaming = { params: { customerId }, body: { NewName: "Acme Ltd" } };

test("a call fills in the path, asks by query, and gives the result of the envelope", async () => {
  const sent = fakeApi({ "GET /api/customers": succeeded({ Items: [], Next: null }) });
  expect(await call(customers.list, { query: { Search: "a+b & c", Sort: "-name", After: undefined } })).toEqual({
    Items: [],
    Next: null,
  });
  expect([...sent.at(-1)!.query]).toEqual([
    ["Search", "a+b & c"],
    ["Sort", "-name"],
  ]);
});

test("API-06 each call goes to the host that serves it: the main API, the auth host or the marketplace's", async () => {
  pageSettings({
    apiHost: "https://api.example",
    authHost: "https://auth.example",
    marketplaceHost: "https://shop.example",
  });
  dropToken();
  const sent = fakeApi({
    "GET /api/customers/count": succeeded(noCustomers),
    [`GET /api/marketplace/customers/${customerId}`]: succeeded(acme),
  });
  await call(customers.count, { query: {} });
  await call(customers.marketplaceById, { params: { customerId } });
  expect(sent.map(({ host, path }) => host + path)).toEqual([
    "https://auth.example/api/auth/refresh",
    "https://api.example/api/customers/count",
    `https://shop.example/api/marketplace/customers/${customerId}`,
  ]);
});

test("an expired token is renewed once, by the cookie and our header, and the call retried with the same key", async () => {
  dropToken();
  let tries = 0;
  const sent = fakeApi({
    [rename]: () => (++tries === 1 ? refused(401, "notSignedIn", "Your session has ended.") : succeeded(acme)),
  });
  expect(await call(customerForms.rename, renaming)).toEqual(acme);
  const [first, again] = sent.filter((line) => line.path.endsWith("/rename"));
  expect(first!.headers.get("idempotency-key")).toBe(again!.headers.get("idempotency-key"));
  const renewals = sent.filter((line) => line.path === "/api/auth/refresh");
  expect(renewals).toHaveLength(2);
  expect(renewals[0]!.headers.get("x-tradewind")).toBe("1");
});

test("many calls at once renew the token once", async () => {
  dropToken();
  const sent = fakeApi({ "GET /api/customers/count": succeeded(noCustomers) });
  await Promise.all(Array.from({ length: 5 }, () => call(customers.count, { query: {} })));
  expect(sent.filter((line) => line.path === "/api/auth/refresh")).toHaveLength(1);
  expect(sent.filter((line) => line.headers.get("authorization") === "Bearer access")).toHaveLength(5);
});

test("reads carry no idempotency key, writes the one of their action", async () => {
  const sent = fakeApi({ "GET /api/customers/count": succeeded(noCustomers), [rename]: succeeded(acme) });
  await call(customers.count, { query: {} });
  await call(customerForms.rename, { ...renaming, idempotencyKey: "key-1" });
  expect(
    sent.filter((line) => line.path !== "/api/auth/refresh").map((line) => line.headers.get("idempotency-key")),
  ).toEqual([null, "key-1"]);
});

test("API-02 a refusal passes on its code, its words, its fields and its reference", async () => {
  fakeApi({
    [rename]: refused(409, "customerNameTaken", "Choose another name.", {
      NewName: "A customer with this name already exists",
    }),
  });
  const error = await call(customerForms.rename, renaming).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 409,
    code: "customerNameTaken",
    message: "Choose another name.",
    fields: { NewName: "A customer with this name already exists" },
    reference: "r-1",
  });
});

test("a file is saved under its name, and its address given back after a second", async () => {
  fakeApi({ [`GET /api/invoices/${acme.Id}/pdf`]: { body: "bytes" } });
  const [made, revoked] = [vi.spyOn(URL, "createObjectURL"), vi.spyOn(URL, "revokeObjectURL")];
  const clicked = vi.fn((event: Event) => event.preventDefault());
  const link = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked(new Event("click"));
    expect(this.download).toBe("TW-000412.pdf");
  });
  await downloadFile(invoices.pdf, { params: { invoiceId: acme.Id } }, "TW-000412.pdf");
  expect(clicked).toHaveBeenCalledOnce();
  expect(revoked).not.toHaveBeenCalled();
  await expect.poll(() => revoked.mock.calls[0]?.[0], { timeout: 3000 }).toBe(made.mock.results[0]!.value);
  link.mockRestore();
});
