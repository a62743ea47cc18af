import { expect, test } from "vitest";
import type { Session } from "../platform/session.ts";
import { sessionOf } from "../test/sessions.ts";
import { navOf, newMenuOf } from "./shell/nav.ts";

const session = {
  ...sessionOf(),
  rights: new Set(["support", "addProducts", "addOrEditCustomers", "submitAndRespondToAllTickets"]),
  flags: new Set(),
} as unknown as Session;

test("SHELL-25 New holds add product, add customer and add support ticket, each with its page", () => {
  const [group] = newMenuOf(session, () => {});
  expect(group!.items.map(({ label, href }) => [label, href])).toEqual([
    ["Add product", undefined],
    ["Add customer", "/customers/add"],
    ["Add support ticket", "/support/add-new-ticket"],
  ]);
});

test("Support leads to the overview and the tickets", () => {
  const line = navOf(session).find(({ label }) => label === "Support");
  const hrefs = line && "groups" in line ? line.groups.flatMap(({ items }) => items.map(({ href }) => href)) : [];
  expect(hrefs).toEqual(expect.arrayContaining(["/support", "/support/tickets"]));
});
