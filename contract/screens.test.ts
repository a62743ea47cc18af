import { expect, test } from "vitest";
import { linkTo, readSearch, validSearch, writeSearch } from "./address.ts";
import { endpoints } from "./all.ts";
import { publicPages } from "./public-pages.ts";
import { screens } from "./screens.ts";

const paths = Object.values(screens).map(({ path }) => path as string);

test("ACL-10 ACL-11 ACL-12 ACL-13 ACL-14 ACL-15 ACL-16 ACL-17 ACL-18 the pages of the specification have its addresses", () => {
  const { dashboard, customers, services, marketplace, billing, account, ssoAccount, myBusiness } = screens;
  const { support, analytics, optOut, noAccess } = screens;
  const named = { dashboard, customers, services, marketplace, billing, account, ssoAccount, myBusiness };
  expect(Object.values({ ...named, support, analytics, optOut, noAccess }).map(({ path }) => path)).toEqual([
    "/dashboard",
    "/customers",
    "/services",
    "/marketplace",
    "/billing",
    "/account-setting",
    "/sso-account-setting",
    "/my-business",
    "/support",
    "/analytics",
    "/opt-out",
    "/no-access-resources",
  ]);
});

test("no two screens share an address, and none collides with a public page or an API path", () => {
  const shapes = paths.map((path) => path.replace(/\$\w+/g, "$"));
  expect(new Set(shapes).size).toBe(shapes.length);
  const firsts = new Set(paths.map((path) => path.split("/")[1]));
  for (const page of Object.values(publicPages)) expect(firsts).not.toContain(page.slice(1));
  for (const { path } of Object.values(endpoints)) expect(firsts).not.toContain(path.split("/")[1]);
});

test("a link contains its ids and leaves out defaults", () => {
  expect(linkTo(screens.service, { ctx: "acme+ada", instanceId: "a/b" })).toBe(
    "/customers/customer/acme+ada/services/a%2Fb",
  );
  expect(linkTo(screens.customers)).toBe("/customers");
  expect(linkTo(screens.customers, {}, { Search: "", Sort: "name", Status: "Suspended", ProductId: "acronis" })).toBe(
    "/customers?status=suspended&product=acronis",
  );
  expect(linkTo(screens.ticket, {}, { Id: "019a0000-0000-7000-8000-000000000001" })).toBe(
    "/support/ticket-detail?id=019a0000-0000-7000-8000-000000000001",
  );
});

test("CUST-01 the address holds search, sort and every mark of the list", () => {
  const filter = {
    Search: "dental",
    Sort: "-created",
    Status: "Suspended",
    Services: "none",
    Type: "Charity",
    ProductId: "acronis-backup",
  } as const;
  const search = writeSearch(screens.customers, filter);
  expect(search).toEqual({
    search: "dental",
    sort: "-created",
    status: "suspended",
    services: "none",
    type: "charity",
    product: "acronis-backup",
  });
  expect(readSearch(screens.customers, search)).toEqual(filter);
});

test("CUST-01 an address nobody offers shows the usual list", () => {
  const strange = { sort: "colour", status: "purple", type: "circus", services: "9", search: "x".repeat(300) };
  expect(readSearch(screens.customers, strange)).toEqual({ Search: "x".repeat(100), Sort: "name" });
  expect(validSearch(screens.customers, { ...strange, from: "mail" })).toEqual({
    search: "x".repeat(100),
    from: "mail",
  });
  expect(readSearch(screens.tickets, { customer: "acme", state: "waiting for you" })).toEqual({
    Search: "",
    State: "Waiting for you",
    Sort: "-updated",
  });
});
