import { customers } from "@tradewind/contract/customers/customers.ts";
import { afterEach, expect, test } from "vitest";
import { fakeApi, refused, succeeded } from "../test/fake-api.ts";
import { keepHere } from "../test/leaving.ts";
import { call } from "./api.ts";
import { holdToken } from "./tokens.ts";

const here = location.href;
afterEach(() => history.replaceState(null, "", here));

type Handlers = Parameters<typeof fakeApi>[0];

/** Calls the API from a page with a token that is still good by its end. */
async function callFrom(place: string, handlers: Handlers) {
  history.replaceState(null, "", place);
  const wanted = keepHere();
  localStorage.setItem("username", "reseller@harbour.example");
  fakeApi(handlers);
  holdToken({ access_token: "held", ".expires": new Date(Date.now() + 600_000).toUTCString() });
  await expect(call(customers.count, { query: {} })).rejects.toMatchObject({ name: "ApiError" });
  return wanted;
}
const ended = refused(401, "notSignedIn", "Your session has ended.");
const answered = (answer: Handlers[string]) => ({ "GET /api/customers/count": answer });

test("AUTH-113 AUTH-114 an ended session clears what the browser keeps and leads to login, with the way back", async () => {
  const wanted = await callFrom("/billing/invoices?q=a", {
    ...answered(ended),
    "POST /api/auth/refresh": { status: 401, body: {} },
  });
  expect(wanted).toEqual(["/login?return=%2Fbilling%2Finvoices%3Fq%3Da"]);
  expect(localStorage.getItem("username")).toBeNull();
});

test("whom a rule of the company keeps out is told which, with the way back, and stays signed out nowhere else", async () => {
  const kept = refused(409, "byProviderOnly", "Your company now signs in at its provider.");
  const wanted = await callFrom("/billing/invoices?q=a", { ...answered(ended), "POST /api/auth/refresh": kept });
  expect(wanted).toEqual(["/kept-out?return=%2Fbilling%2Finvoices%3Fq%3Da"]);
  expect(JSON.parse(sessionStorage.getItem("keptOut")!)).toMatchObject({ Error: "byProviderOnly" });
});

test("AUTH-62 a token whose end is past is not used", async () => {
  history.replaceState(null, "", "/dashboard");
  const sent = fakeApi({ "GET /api/customers/count": refused(404, "notFound", "No.") });
  holdToken({ access_token: "old", ".expires": new Date(Date.now() - 1000).toUTCString() });
  await call(customers.count, { query: {} }).catch(() => undefined);
  expect(sent.map(({ path, headers }) => [path, headers.get("authorization")])).toEqual([
    ["/api/auth/refresh", null],
    ["/api/customers/count", "Bearer access"],
  ]);
});

test("AUTH-115 the way back is left out on the sign-in page", async () => {
  const wanted = await callFrom("/sign-in", {
    ...answered(ended),
    "POST /api/auth/refresh": { status: 401, body: {} },
  });
  expect(wanted).toEqual(["/login"]);
});

test("AUTH-118 a missing permission leads to its page, and the session lives", async () => {
  const wanted = await callFrom("/dashboard", answered(refused(403, "PermissionNotFound", "No.")));
  expect(wanted).toEqual(["/permission-error"]);
  expect(localStorage.getItem("username")).not.toBeNull();
});

test.each([
  ["plain text", "PermissionNotFound", "text/plain"],
  ["JSON text", '"PermissionNotFound"', "application/json"],
])("AUTH-118 a body that is the word itself, as %s, leads to the same page", async (_as, body, type) => {
  const wanted = await callFrom("/customers", {
    "GET /api/customers/count": { raw: new Response(body, { status: 403, headers: { "content-type": type } }) },
  });
  expect(wanted).toEqual(["/permission-error"]);
  expect(localStorage.getItem("username")).not.toBeNull();
});

test("AUTH-119 any other forbidden answer logs out: on the server, so that no cookie signs in again, and here", async () => {
  const wanted = await callFrom("/dashboard", {
    ...answered({ status: 403, body: {} }),
    "POST /api/auth/sign-out": ({ headers }) => {
      signedOut.push(headers.get("authorization"));
      return succeeded({});
    },
  });
  await expect.poll(() => wanted).toEqual(["/login?return=%2Fdashboard"]);
  expect(signedOut).toEqual(["Bearer held"]);
  expect(localStorage.getItem("username")).toBeNull();
});
const signedOut: (string | null)[] = [];
