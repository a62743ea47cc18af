import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { keepHere } from "../../test/leaving.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = "019a0000-0000-7000-8000-000000000042";
const person = {
  Id: id,
  Name: "Hannah Reid",
  UserName: "reseller@harbour.example",
  Kind: "reseller",
  ResellerName: "Harbour IT",
  CustomerName: null,
  Active: true,
};
const as = (kind: "admin" | "reseller", handlers: Parameters<typeof fakeApi>[0]) =>
  fakeApi({ "GET /api/session": succeeded(sessionOf({ kind })), ...handlers });

test("AUTH-89 staff search for a person and open their portal by a link that is used here", async () => {
  const sent = as("admin", {
    "GET /api/operator/people": succeeded({ Items: [person], Next: null }),
    [`POST /api/operator/people/${id}/jump`]: succeeded({ cmtoken: "a.b.c", adminid: id }),
  });
  const wanted = keepHere();
  const { screen } = await renderApp("/operator/people");
  await screen.getByRole("searchbox", { name: "Search name, username or reseller" }).fill("hannah");
  const asked = () => sent.findLast(({ path }) => path === "/api/operator/people")!.query.get("Search");
  await expect.poll(asked).toBe("hannah");
  await screen.getByRole("button", { name: "Actions for row 1" }).click();
  await screen.getByRole("button", { name: "Open their portal" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Open the portal of Hannah Reid" })).toBeVisible();
  expect(await faults()).toEqual([]);
  const address = location.href;
  await screen.getByRole("button", { name: "Open here" }).click();
  expect(address).toBe(location.href);
  expect(wanted).toEqual([`/sign-in#cmtoken=a.b.c&adminid=${id}`]);
});

test("staff see their colleagues among the people, and nothing that they could do to them", async () => {
  const colleague = {
    ...person,
    Id: id.replace(/42$/, "43"),
    Name: "Olive Operator",
    UserName: "olive@tradewind.example",
  };
  const staff = { ...colleague, Kind: "admin", ResellerName: null };
  as("admin", { "GET /api/operator/people": succeeded({ Items: [staff, person], Next: null }) });
  await page.viewport(1440, 900);
  const { screen } = await renderApp("/operator/people");
  const row = screen.getByRole("row", { name: /Olive Operator/ });
  await expect.element(row).toHaveTextContent("Olive Operatorolive@tradewind.exampleStaffTradewind");
  expect(row.getByRole("button").elements()).toHaveLength(0);
  await expect.element(screen.getByRole("row", { name: /Hannah Reid/ }).getByRole("button")).toBeVisible();
  expect(await faults()).toEqual([]);
});

async function enter(jumped: Parameters<typeof fakeApi>[0]) {
  const sent = as("admin", {
    "GET /api/operator/people": succeeded({ Items: [person], Next: null }),
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
    "POST /api/auth/mfa/verify-token": succeeded({ IsVerified: true }),
    ...jumped,
  });
  const { screen } = await renderApp("/operator/people");
  await screen.getByRole("button", { name: "Actions for row 1" }).click();
  await screen.getByRole("button", { name: "Open their portal" }).click();
  return { sent, screen };
}

test("staff whose second factor was shown too long ago are asked for a code, never a password, and go on", async () => {
  await page.viewport(390, 900);
  const answers = [refused(409, "secondFactorFirst", "Please confirm."), succeeded({ cmtoken: "a.b.c", adminid: id })];
  const { sent, screen } = await enter({ [`POST /api/operator/people/${id}/jump`]: () => answers.shift()! });
  const dialog = screen.getByRole("dialog", { name: "Confirm that it is you" });
  await expect.element(dialog).toBeVisible();
  expect(await faults()).toEqual([]);
  expect(screen.getByRole("button", { name: "Use your password" }).elements()).toHaveLength(0);
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Open the portal of Hannah Reid" })).toBeVisible();
  expect(sent.find(({ path }) => path.endsWith("verify-token"))!.body).toBe('{"Token":"123456"}');
});

test("staff without a second factor are led to where they set one up", async () => {
  const { screen } = await enter({
    [`POST /api/operator/people/${id}/jump`]: refused(409, "secondFactorMissing", "Set it up."),
  });
  await expect.element(screen.getByRole("dialog", { name: "Protect your account first" })).toBeVisible();
  expect(await faults()).toEqual([]);
  expect(screen.getByRole("link", { name: "Go to Security" }).element().getAttribute("href")).toBe(
    "/account-setting/security",
  );
});

test("an application shows what the company wrote, and is accepted with a note", async () => {
  await page.viewport(390, 900);
  const sent = as("admin", {
    "GET /api/operator/applications": succeeded({
      Items: [
        {
          Id: id,
          CompanyName: "Northwind IT",
          ContactName: "Nora Wind",
          Email: "nora@northwind.example",
          Telephone: "01174 960 000",
          Country: "GB",
          VatNumber: null,
          Message: "We sell telephony.",
          Status: "Waiting",
          Note: null,
          DecidedBy: null,
          Created: "2026-05-20T10:00:00.000Z",
          Invitation: null,
        },
      ],
    }),
  });
  const { screen } = await renderApp("/operator/applications");
  await expect.element(screen.getByText("We sell telephony.")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Accept" }).click();
  await screen.getByLabelText(/^Note/).fill("Known to us");
  await screen.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
  await expect
    .poll(() =>
      sent.filter(({ method, path }) => method === "POST" && path.endsWith("/decide")).map(({ body }) => body),
    )
    .toEqual([JSON.stringify({ Accept: true, Note: "Known to us" })]);
});

const sessionId = (number: number) => `019a0000-0000-7000-8000-00000000000${number}`;

test("a person sees their sessions and ends all others; staff acting as them only look", async () => {
  const line = {
    This: false,
    Address: "192.0.2.9",
    Opened: "2026-05-20T10:00:00.000Z",
    LastSeen: "2026-05-20T10:00:00.000Z",
    Ended: null,
  };
  const lists = {
    "GET /api/sessions": succeeded({
      Items: [
        { ...line, Id: sessionId(1), This: true, Device: "Chrome on Windows", OpenedBy: null },
        { ...line, Id: sessionId(2), Device: "Safari on iOS", OpenedBy: null },
        {
          ...line,
          Id: sessionId(3),
          Device: "Edge on Windows",
          OpenedBy: "Olive Operator",
          Ended: "2026-05-20T11:00:00.000Z",
        },
      ],
    }),
    "POST /api/sessions/end-others": succeeded({ Ended: 1 }),
  };
  const sent = as("reseller", lists);
  const { screen } = await renderApp("/account-setting/sessions");
  await expect.element(screen.getByText("Opened by Olive Operator of Tradewind, to help you")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "End all others" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await expect.poll(() => sent.some(({ path }) => path === "/api/sessions/end-others")).toBe(true);
  await screen.unmount();

  fakeApi({ "GET /api/session": succeeded({ ...sessionOf(), JumpedBy: "Olive Operator" }), ...lists });
  const visit = await renderApp("/account-setting/sessions");
  await expect.element(visit.screen.getByText("Safari on iOS")).toBeVisible();
  expect(visit.screen.getByRole("button", { name: /^End (all|the)/ }).elements()).toHaveLength(0);
});
