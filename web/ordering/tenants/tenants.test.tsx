import { expect, test } from "vitest";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = "019a0000-0000-7000-8000-0000000000a1";

test("the operator connects a tenant by hand after a proof, and reads why it was refused", async () => {
  const item = {
    Id: id,
    VendorName: "Microsoft",
    State: "waiting",
    Since: "2026-11-23T08:15:00.000Z",
    RequestedBy: "Robin Tester",
    Message: "The tenant's administrator has not confirmed the tenant yet",
    Links: [],
    TenantName: null,
    ResellerName: "Harbour IT",
    CustomerName: "Fenwick Timber",
    TenantRef: null,
  };
  let tries = 0;
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/tenant-requests": succeeded({ Items: [item] }),
    [`POST /api/operator/tenant-requests/${id}/connect`]: () =>
      tries++ === 0
        ? refused(409, "tenantTaken", "This tenant belongs to another customer of the marketplace.")
        : refused(409, "confirmFirst", "Please confirm that it is you."),
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
  });
  const { screen } = await renderApp("/operator/tenants");
  await screen.getByRole("button", { name: "Connect by hand" }).click();
  await screen.getByLabelText("Tenant ID").fill("6c1e4d53-2b1a-4c8d-9e6f-5a4b3c2d1e0f");
  await screen.getByLabelText("Reason").fill("Confirmed on the phone, ticket 4711");
  await screen.getByRole("button", { name: "Connect tenant" }).click();
  await expect.element(screen.getByText(/belongs to another customer of the marketplace/)).toBeVisible();
  await screen.getByRole("button", { name: "Connect tenant" }).click();
  await expect.element(screen.getByText(/Confirm that it is you/)).toBeVisible();
});
