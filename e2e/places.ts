import fs from "node:fs";
import { customers } from "@tradewind/contract/customers/customers.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { callAs, tokenOf } from "./authenticator.ts";

/** Returns every address of the signed-in portal, and the gallery's parts. */
export function signedInPaths(): string[] {
  const paths = Object.values(screens).map(({ path }) => path as string);
  const gallery = fs.readFileSync(new URL("../web/app/gallery/gallery-screen.tsx", import.meta.url), "utf8");
  const parts = Array.from(gallery.matchAll(/\{ id: "(\w+)"/g), ([, id]) => `/gallery?part=${id}`);
  return [...paths.filter((path) => !leaving.includes(path)), ...parts];
}

/** `/redirect` leaves for another address after a second, `/forum-sso` for the forum; the gallery is checked part by part. */
const leaving = ["/redirect", "/forum-sso", "/gallery"];

/** Every page that can be opened without signing in. */
export const publicPaths = [
  "/login",
  "/forget-password",
  "/reset-password/none",
  "/change-password",
  "/invitation/none",
  "/quote/none",
  "/signup",
  "/spam-release/Q-1043/c4b3a2918f7e6d5c4b3a29180f1e2d33",
  "/verify-email-archive-access/personal/none",
  "/link-account",
  "/single-experience-error",
  "/permission-error",
  "/no-such-page",
];

/** The visitors who try an address, in turn, until one is allowed to open it. */
export const visitors = [
  "reseller@harbour.example",
  "operator@tradewind.example",
  "admin@acme.example",
  "user@acme.example",
] as const;

/** Returns an example for each parameter of an address, and the query of the pages that need one. */
export async function examples(): Promise<Record<string, string>> {
  const token = await tokenOf(visitors[0]);
  const first = async <T>(path: string) => (await callAs<{ Items: T[] }>(token, "GET", path)).Items;
  const [customer] = await first<ResultOf<typeof customers.list>["Items"][number]>(
    `${customers.list.path}?Search=Acme%20Dental`,
  );
  const [service] = await first<ResultOf<typeof services.ofCustomer>["Items"][number]>(
    services.ofCustomer.path.replace(":customerId", customer!.Id),
  );
  const { Orders } = await callAs<ResultOf<typeof services.byId>>(
    token,
    "GET",
    services.byId.path.replace(":instanceId", service!.Id),
  );
  const [invoice] = await first<ResultOf<typeof invoices.list>["Items"][number]>(invoices.list.path);
  const [person] = await first<ResultOf<typeof users.list>["Items"][number]>(users.list.path);
  const [ticket] = await first<ResultOf<typeof tickets.list>["Items"][number]>(tickets.list.path);
  return {
    ctx: customer!.Id,
    instanceId: service!.Id,
    orderId: Orders[0]!.Id,
    name: "acronis-backup",
    productId: "microsoft-365",
    route: "acronis-backup",
    offerId: "CFQ7TTC0LH18:0001:P1Y:monthly",
    type: "17",
    to: "customer",
    invoiceId: invoice!.Id,
    userId: person!.Id,
    agreementId: "0",
    month: "2026-10",
    forced: "true",
    back: "true",
    "/customers/user-details": `?user=${person!.Id}`,
    "/support/ticket-detail": `?id=${ticket!.Id}`,
  };
}

/** Fills an address with its examples and query. A parameter without one stands for a missing record, a screen too. */
export const filled = (path: string, known: Record<string, string>): string =>
  path.replace(/\$(\w+)/g, (_, name: string) => known[name] ?? "00000000-0000-4000-8000-000000000000") +
  (known[path] ?? "");
