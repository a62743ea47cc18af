import type { IpAccess, SessionPolicy } from "@tradewind/contract/access/sign-in-rules.ts";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { leave } from "../../platform/leave.ts";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const api = "/api/ip-access";
const none: IpAccess = { On: false, Listed: [], Version: 0, YourAddress: "192.0.2.7", IsKnown: true };
type Handlers = Parameters<typeof fakeApi>[0];
const noProvider = { Provider: null, Domains: [], RedirectUri: "https://portal.example/back", MayChange: true };
const serve = (more: Handlers) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/settings/identity-provider": succeeded(noProvider),
    ...more,
  });

test.each(widths)(
  "SET-05 the list is filled, `1.2.3` refused by its field, corrected, and saved, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const listed = [
      { Address: "1.2.3", Label: "Office" },
      { Address: "192.0.2.7", Label: "" },
    ];
    const message = "Must be an address such as 192.0.2.7, or a range such as 192.0.2.0/24";
    const saved = {
      ...none,
      On: true,
      Version: 1,
      Listed: [{ Address: "198.51.100.0/24", Label: "Office" }, listed[1]!],
    };
    const answers = [
      refused(400, "invalidRequest", "Please correct.", { "Listed.0.Address": message }),
      succeeded(saved),
    ];
    const sent = serve({ [`GET ${api}`]: succeeded(none), [`PUT ${api}`]: () => answers.shift()! });
    const { screen } = await renderApp("/account-setting/ip-access");
    await expect.element(screen.getByText("No addresses yet.")).toBeVisible();
    await screen.getByRole("button", { name: "Add address" }).click();
    await expect.element(screen.getByLabelText("Address")).toHaveFocus();
    await screen.getByLabelText("Address").fill("1.2.3");
    await screen.getByLabelText(/^Label/).fill("Office");
    await screen.getByRole("button", { name: "Add yours" }).click();
    await screen.getByRole("checkbox", { name: /^Let people in from the listed/ }).click();
    await screen.getByRole("button", { name: "Save changes" }).click();
    await expect.element(screen.getByText(message)).toBeVisible();
    expect(screen.getByText(/Reference/).elements(), "nothing to tell support").toEqual([]);
    expect(await faults()).toEqual([]);
    await screen.getByLabelText("Address").first().fill("198.51.100.0/24");
    await screen.getByRole("button", { name: "Save changes" }).click();
    await expect.element(screen.getByText("Only the listed addresses are let in now")).toBeVisible();
    const puts = sent.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body) as unknown);
    expect(puts[0]).toEqual({ On: true, Listed: listed, Version: 0 });
    await expect.element(screen.getByLabelText("Address").first()).toHaveValue("198.51.100.0/24");
    await screen.getByRole("button", { name: "Remove 192.0.2.7" }).click();
    expect(screen.getByLabelText("Address").elements()).toHaveLength(1);
  },
);

test("a list that shuts its editor out is refused in words, and one that cannot be kept to is not offered", async () => {
  const words = "Your own address is not on the list, so you would shut yourself out. Add it, or switch the list off.";
  serve({
    [`GET ${api}`]: succeeded({ ...none, Listed: [{ Address: "203.0.113.1", Label: "" }] }),
    [`PUT ${api}`]: refused(422, "ownAddressMissing", words),
  });
  const { screen } = await renderApp("/account-setting/ip-access");
  await screen.getByRole("checkbox").click();
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText(/Your own address is not on the list.* You are at 192.0.2.7/)).toBeVisible();
  await screen.unmount();
  serve({ [`GET ${api}`]: succeeded({ ...none, IsKnown: false }) });
  const unknown = (await renderApp("/account-setting/ip-access")).screen;
  await expect.element(unknown.getByText("The list cannot be switched on here")).toBeVisible();
  await expect.element(unknown.getByRole("checkbox")).toBeDisabled();
});

const usual: SessionPolicy = {
  IdleMinutes: null,
  LifeHours: null,
  MostSessions: null,
  SsoOnly: false,
  Version: 0,
  CameByProvider: false,
  Others: { SignedInOtherwise: 3, Unlinked: 2, AllUnlinked: 5 },
};

test.each(widths)("session rules are chosen and saved once it is proven who asks, at %i px", async (width) => {
  await page.viewport(width, 900);
  const answers = [
    refused(409, "confirmFirst", "Confirm that it is you."),
    succeeded({ ...usual, IdleMinutes: 15, MostSessions: 2, Version: 1 }),
  ];
  const sent = serve({
    "GET /api/session-policy": succeeded(usual),
    "PUT /api/session-policy": () => answers.shift()!,
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
  });
  const { screen } = await renderApp("/account-setting/session-policy");
  await screen.getByLabelText("Ends when no page was open for").selectOptions("15");
  await screen.getByLabelText("Sessions of one person at a time").selectOptions("2");
  await expect.element(screen.getByRole("checkbox", { name: /^Single sign-on only/ })).toBeDisabled();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Save changes" }).click();
  await screen.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await screen.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  const puts = () => sent.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body) as unknown);
  // A message of the test before may still be there.
  await expect.poll(() => puts().length).toBe(2);
  await expect.element(screen.getByText("Session rules saved")).toBeVisible();
  expect(puts()[1]).toEqual({ IdleMinutes: 15, LifeHours: null, MostSessions: 2, SsoOnly: false, Version: 0 });
});

test.each(widths)(
  "who came by the provider may demand it of everybody, told whom it signs out and who has no link, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const Others = { SignedInOtherwise: 3, Unlinked: 2, AllUnlinked: 5 };
    const before = { ...usual, CameByProvider: true, Others: { ...Others, SignedInOtherwise: 1 } };
    const answers = [before, { ...before, Others }];
    const { Others: _, ...saved } = { ...before, SsoOnly: true, Version: 1 };
    const sent = serve({
      "GET /api/session-policy": () => succeeded(answers.length > 1 ? answers.shift() : answers[0]),
      "PUT /api/session-policy": succeeded(saved),
    });
    const { screen } = await renderApp("/account-setting/session-policy");
    await screen.getByRole("checkbox", { name: /^Single sign-on only/ }).click();
    const words =
      /3 colleagues are signed out at once, 2 of them without a link .* In all, 5 colleagues have no link yet/;
    await expect.element(screen.getByRole("alert").getByText(words)).toBeVisible();
    await screen.getByRole("button", { name: "Save changes" }).click();
    await expect.element(screen.getByRole("dialog").getByText(words)).toBeVisible();
    expect(sent.filter(({ method }) => method === "PUT")).toEqual([]);
    expect(await faults()).toEqual([]);
    await screen.getByRole("button", { name: "Demand it" }).click();
    await expect.element(screen.getByText("Session rules saved")).toBeVisible();
    await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
    expect(JSON.parse(sent.find(({ method }) => method === "PUT")!.body)).toMatchObject({ SsoOnly: true });
  },
);

const provider = {
  Issuer: "https://login.harbour.example",
  ClientId: "portal",
  AddsPeople: false,
  Role: "technical",
  TestedAt: "2026-11-20T09:00:00.000Z",
  IsOn: true,
  ChangedBy: "Robin Tester",
  ChangedAt: "2026-11-20T09:00:00.000Z",
};

test.each(widths)(
  "who came otherwise is led to the company's own provider and back, also the only owner, who set it up, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
    const answers = [
      refused(409, "companyProviderSilent", "Your company’s provider does not answer."),
      succeeded({ AuthoriseUrl: "https://login.harbour.example/authorise" }),
    ];
    const sent = serve({
      "GET /api/session-policy": succeeded(usual),
      "GET /api/settings/identity-provider": succeeded({ ...noProvider, Provider: provider }),
      "POST /api/auth/sso/begin": () => answers.shift()!,
    });
    const { screen } = await renderApp("/account-setting/session-policy");
    await screen.getByRole("button", { name: "Sign in at your provider" }).click();
    await expect.element(screen.getByRole("alert")).toHaveTextContent("Your company’s provider does not answer.");
    expect(await faults()).toEqual([]);
    await screen.getByRole("button", { name: "Sign in at your provider" }).click();
    await expect.poll(() => left.mock.calls).toEqual([["https://login.harbour.example/authorise"]]);
    expect(JSON.parse(sent.findLast(({ path }) => path.endsWith("/begin"))!.body)).toEqual({
      provider: "sso",
      company: sessionOf().Reseller!.Id,
      return: location.pathname + location.search,
    });
    left.mockRestore();
  },
);

test("the operator lifts a company's rules and says why", async () => {
  await page.viewport(1440, 900);
  const id = "019a0000-0000-7000-8000-00000000aaaa";
  const answers = [
    refused(400, "invalidRequest", "Please correct.", { Reason: "Say in a sentence why, for the log" }),
    refused(409, "confirmFirst", "Please confirm that it is you."),
    succeeded({}),
  ];
  let companies: unknown[] = [
    { CompanyId: id, CompanyName: "Harbour IT", Addresses: 2, SsoOnly: true, Changed: "2026-11-20T09:00:00.000Z" },
  ];
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin", views: [], permissions: [] })),
    "GET /api/operator/sign-in-rules": () => succeeded({ Items: companies }),
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
    [`POST /api/operator/sign-in-rules/${id}/lift`]: () => {
      const answer = answers.shift()!;
      if ((answer.status ?? 200) === 200) companies = [];
      return answer;
    },
  });
  const { screen } = await renderApp("/operator/sign-in-rules");
  await expect.element(screen.getByText("2 addresses · Single sign-on only")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Lift the rules of Harbour IT" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "Lift rules" }).click();
  await expect.element(dialog.getByText("Say in a sentence why, for the log")).toBeVisible();
  expect(dialog.getByText(/^Reference/).elements()).toEqual([]);
  expect(await faults()).toEqual([]);
  await dialog.getByLabelText("Reason").fill("Their office moved");
  await dialog.getByRole("button", { name: "Lift rules" }).click();
  await dialog.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Lift rules" }).click();
  await expect.element(screen.getByText("No company limits sign-in")).toBeVisible();
  const lift = sent.findLast(({ path }) => path.endsWith("/lift"))!;
  expect(JSON.parse(lift.body)).toEqual({ Reason: "Their office moved" });
});
