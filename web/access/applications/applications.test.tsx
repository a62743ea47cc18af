import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = "019a0000-0000-7000-8000-000000000042";
const at = `/api/operator/applications/${id}`;
const invitation = {
  Email: "nora@northwind.example",
  State: "Waiting",
  SentAt: "2026-05-20T10:00:00.000Z",
  ExpiresAt: "2026-05-27T10:00:00.000Z",
  AcceptedAt: null,
};
const application = (Invitation: object | null) => ({
  Id: id,
  CompanyName: "Northwind IT",
  ContactName: "Nora Wind",
  Email: "nora@northwind.example",
  Telephone: "01174 960 000",
  Country: "GB",
  VatNumber: null,
  Message: null,
  Status: Invitation ? "Accepted" : "Waiting",
  Note: null,
  DecidedBy: Invitation ? "Olive Operator" : null,
  Created: "2026-05-20T10:00:00.000Z",
  Invitation,
});

async function open(Invitation: object | null, more: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/applications": succeeded({ Items: [application(Invitation)] }),
    ...more,
  });
  const { screen } = await renderApp("/operator/applications");
  const bodies = (path: string) =>
    sent.filter((line) => line.method === "POST" && line.path === path).map(({ body }) => body && JSON.parse(body));
  return { screen, bodies };
}

test("the invitation goes to another address when the one given is taken", async () => {
  const { screen, bodies } = await open(null, {
    [`POST ${at}/decide`]: refused(409, "userNameTaken", "Use another address.", {
      Email: "Somebody already signs in with this address",
    }),
  });
  await screen.getByRole("button", { name: "Accept" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect.element(dialog.getByText("Somebody already signs in with this address")).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByLabelText("Send the invitation to").fill("nora.wind@northwind.example");
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect
    .poll(() => bodies(`${at}/decide`))
    .toEqual([
      { Accept: true, Note: "" },
      { Accept: true, Note: "", Email: "nora.wind@northwind.example" },
    ]);
});

test.each([
  ["Waiting", {}, /Invited, the link is valid until 27\/05\/2026/],
  ["Expired", { State: "Expired" }, /The link expired 27\/05\/2026/],
  ["Accepted", { State: "Accepted", AcceptedAt: "2026-05-21T10:00:00.000Z" }, /Accepted 21\/05\/2026/],
  ["Withdrawn", { State: "Withdrawn" }, /^Withdrawn$/],
] as const)("an invitation that is %s says so, and offers what can be done", async (state, change, words) => {
  await page.viewport(state === "Waiting" ? 390 : 1280, 900);
  const { screen } = await open({ ...invitation, ...change });
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole("button", { name: "Resend" }).elements()).toHaveLength(state === "Accepted" ? 0 : 1);
  expect(screen.getByRole("button", { name: "Withdraw" }).elements()).toHaveLength(
    state === "Accepted" || state === "Withdrawn" ? 0 : 1,
  );
  expect(await faults()).toEqual([]);
});

test("it is resent or withdrawn", async () => {
  const { screen, bodies } = await open(invitation, {
    [`POST ${at}/invitation`]: succeeded({}),
    [`POST ${at}/invitation/withdraw`]: succeeded({}),
  });
  await screen.getByRole("button", { name: "Resend" }).click();
  await screen.getByRole("button", { name: "Resend invitation" }).click();
  await expect.poll(() => bodies(`${at}/invitation`)).toEqual([{ Email: invitation.Email }]);
  await screen.getByRole("button", { name: "Withdraw" }).click();
  await screen.getByRole("button", { name: "Withdraw invitation" }).click();
  await expect.poll(() => bodies(`${at}/invitation/withdraw`)).toHaveLength(1);
});
