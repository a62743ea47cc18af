import { expect, test } from "vitest";
import { endpointAt, faultsOf, type Sent } from "./contract-check.ts";
import { acme, noCustomers } from "./samples.ts";

const sent = (method: string, path: string, changes: Partial<Sent> = {}): Sent => ({
  method,
  host: "http://localhost",
  path,
  query: new URLSearchParams(),
  headers: new Headers({ "content-type": "application/json" }),
  body: "",
  ...changes,
});
const envelope = (Result: unknown) => ({ Succeed: true, Messages: [], Result });
const refusal = (Error: string) => ({ Succeed: false, Error, Messages: ["No."] });
const count = sent("GET", "/api/customers/count");
const rename = (body: object, id = acme.Id) =>
  sent("POST", `/api/customers/${id}/rename`, { body: JSON.stringify(body) });

test("a call that fits the contract has no faults", () => {
  expect(faultsOf(count, 200, envelope(noCustomers))).toEqual([]);
  expect(faultsOf(rename({ NewName: "Acme Ltd" }), 200, envelope(acme))).toEqual([]);
  expect(faultsOf(count, 409, refusal("conflict"))).toEqual([]);
});

test.each([
  ["an address of nobody", sent("GET", "/api/nothing"), 200, envelope({}), "no endpoint"],
  ["another method", sent("DELETE", "/api/customers/count"), 200, envelope(noCustomers), "no endpoint"],
  ["a result that lacks a field", count, 200, envelope({ ...noCustomers, Total: undefined }), "at Total"],
  ["a result of another kind", count, 200, envelope({ ...noCustomers, Total: "3" }), "at Total"],
  ["a result in no envelope", count, 200, noCustomers, "no envelope"],
  ["a parameter of another kind", rename({ NewName: "Acme" }, "42"), 200, envelope(acme), "at customerId"],
  ["a body that lacks a field", rename({}), 200, envelope(acme), "at NewName"],
  ["a body with a field too many", rename({ NewName: "Acme", Id: 1 }), 200, envelope(acme), "body"],
  [
    "a query that nobody reads",
    sent("GET", "/api/customers/count", { query: new URLSearchParams({ Colour: "red" }) }),
    200,
    envelope(noCustomers),
    "query",
  ],
  ["a code that is in no catalogue", count, 409, refusal("notInvented"), "no code"],
  ["a code with the status of another", count, 422, refusal("conflict"), "status 409"],
] as const)("%s is a fault", (_what, line, status, answer, said) => {
  expect(faultsOf(line, status, answer)).toEqual([expect.stringContaining(said)]);
});

test("a request may break the contract where it is refused, as the server would", () => {
  expect(faultsOf(rename({}), 400, refusal("invalidRequest"))).toEqual([]);
});

test("a literal part of an address goes before a parameter", () => {
  expect(endpointAt("GET", "/api/customers/count")?.endpoint.path).toBe("/api/customers/count");
  expect(endpointAt("GET", `/api/customers/${acme.Id}`)?.params).toEqual({ customerId: acme.Id });
});
