import type { UserKind, View } from "@tradewind/domain/values/permissions.ts";
import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../test/fake-api.ts";
import { renderApp } from "../test/render-app.tsx";
import { acme } from "../test/samples.ts";
import { sessionOf } from "../test/sessions.ts";

const own = `/customers/customer/${acme.Id}`;
const cases: readonly [row: string, kind: UserKind, views: readonly View[], place: string][] = [
  ["ACL-19 ACL-22", "reseller", ["support", "customers"], "/customers"],
  ["ACL-19 ACL-28", "reseller", ["academy"], "/no-access-resources"],
  ["ACL-19 ACL-27", "reseller", ["community", "support"], "/support"],
  ["ACL-20", "reseller", ["home", "customers"], "/dashboard"],
  ["ACL-21", "endUserAdmin", ["customers"], own],
  ["ACL-23", "endUserAdmin", ["manageService"], `${own}/view/services`],
  ["ACL-24", "reseller", ["manageService"], "/services"],
  ["ACL-25", "reseller", ["marketplaceOrder"], "/marketplace"],
  ["ACL-26", "reseller", ["billing"], "/billing"],
  ["ACL-28", "reseller", [], "/no-access-resources"],
  ["ACL-28", "reseller", ["settings"], "/no-access-resources"],
];

test.each(cases)(
  "%s a session of %s with the views %j lands at the right page: %s",
  async (_row, kind, views, place) => {
    fakeApi({
      "GET /api/session": succeeded(sessionOf({ kind, views, permissions: [] })),
      [`GET /api/customers/${acme.Id}`]: succeeded(acme),
    });
    const { router } = await renderApp("/");
    await expect
      .poll(() => [router.state.resolvedLocation?.pathname, router.state.location.pathname])
      .toEqual([place, place]);
  },
);
