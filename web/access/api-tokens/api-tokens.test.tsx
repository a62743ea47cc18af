import type { ApiToken } from "@tradewind/contract/access/api-tokens.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pollingInterval } from "../../platform/realtime.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds, widths } from "../../test/widths.ts";

const address = "/account-setting/api-tokens";
const api = "/api/api-tokens";
const id = "019a0000-0000-7000-8000-00000000aaaa";
const token: ApiToken = {
  Id: id,
  Name: "Stock sync",
  Hint: "tradewind_9f0c",
  Scopes: ["customers:read", "ordering:read", "ordering:write"],
  MadeBy: "Hannah Reid",
  Made: "2026-11-20T09:00:00.000Z",
  Expires: "2027-02-18T09:00:00.000Z",
  LastUsed: null,
  Ended: null,
  RevokedBy: null,
};
const ended = {
  ...token,
  Id: id.replace(/a$/, "b"),
  Name: "Old sync",
  Ended: "2026-11-21T09:00:00.000Z",
  RevokedBy: "Ken Gray",
};
const operator = { kind: "admin", views: [], permissions: [] } as const;
const secret = `tradewind_${"9f0c".repeat(12)}`;
type Handlers = Parameters<typeof fakeApi>[0];
const serve = (tokens: readonly ApiToken[], more: Handlers = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET ${api}`]: () => succeeded({ Items: tokens }),
    ...more,
  });

test.each(widths)(
  "tokens are listed with what they may, and revoked once that is confirmed, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const sent = serve([token, ended], { [`DELETE ${api}/${id}`]: succeeded({}) });
    const { screen } = await renderApp(address);
    await expect.element(screen.getByText("Customers (read), Orders (read and change)").first()).toBeVisible();
    await expect.element(screen.getByText(/expires 18\/02\/2027 · never used/)).toBeVisible();
    await expect.element(screen.getByText(/revoked by Ken Gray 21\/11\/2026/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Revoke Old sync" }).elements()).toHaveLength(0);
    expect(await faults()).toEqual([]);
    await screen.getByRole("button", { name: "Revoke Stock sync" }).click();
    await screen.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect.element(screen.getByText("The token “Stock sync” was revoked.")).toBeVisible();
    expect(sent.some(({ method, path }) => method === "DELETE" && path === `${api}/${id}`)).toBe(true);
  },
);

test.each(bothEnds)("a token is made once it is proven who asks, and shown this once, at %i px", async (width) => {
  await page.viewport(width, 900);
  const answers = [
    refused(400, "invalidRequest", "Please correct.", {
      Name: "Name is required",
      Scopes: "Choose what the token may do",
    }),
    refused(409, "confirmFirst", "Confirm that it is you."),
    succeeded({ Id: id, Token: secret }),
  ];
  const sent = serve([], {
    [`GET ${api}`]: () => succeeded({ Items: answers.length === 0 ? [token] : [] }),
    [`POST ${api}`]: () => answers.shift()!,
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("No API tokens yet")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Make a token" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make token" }).click();
  await expect.element(dialog.getByText("Name is required")).toBeVisible();
  await expect.element(dialog.getByText("Choose what the token may do")).toBeInViewport();
  await expect.element(dialog.getByLabelText("Name")).toHaveFocus();
  expect(await faults()).toEqual([]);
  await dialog.getByLabelText("Name").fill("Stock sync");
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("button", { name: "Go on" }).click();
  await expect.element(dialog.getByLabelText("Name")).toHaveValue("Stock sync");
  await dialog.getByRole("checkbox", { name: "Read Customers" }).click();
  await dialog.getByLabelText("Expires after").selectOptions("365");
  await dialog.getByRole("button", { name: "Make token" }).click();
  await screen.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await screen.getByRole("dialog").getByRole("button", { name: "Make token" }).click();
  await expect.element(screen.getByRole("region", { name: "Token" })).toHaveTextContent(secret);
  expect(await faults()).toEqual([]);
  const bodies = sent.filter(({ method, path }) => method === "POST" && path === api).map(({ body }) => body);
  expect(JSON.parse(bodies.at(-1)!)).toEqual({ Name: "Stock sync", Scopes: ["customers:read"], Days: 365 });
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("button", { name: "Show the token" }).click();
  await expect.element(screen.getByRole("region", { name: "Token" })).toHaveTextContent(secret);
  await screen.getByRole("button", { name: "Done" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(screen.getByText("Stock sync")).toBeVisible();
  // The button of the empty list, which had it, is gone.
  await expect.element(screen.getByRole("main")).toHaveFocus();
});

test("a list that could not be loaded is loaded again", async () => {
  let answer = refused(503, "unavailable", "The portal is restarting. Please try again in a moment.");
  serve([], { [`GET ${api}`]: () => answer });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("The portal is restarting. Please try again in a moment.")).toBeVisible();
  answer = succeeded({ Items: [token] });
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Stock sync")).toBeVisible();
});

test("who may not make tokens is not offered them, and staff on a visit change none", async () => {
  fakeApi({ "GET /api/session": succeeded(sessionOf({ permissions: ["addProducts"] })) });
  const { router, screen } = await renderApp(address);
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
  await screen.unmount();
  serve([token], { "GET /api/session": succeeded({ ...sessionOf(), JumpedBy: "Olive Operator" }) });
  const visit = await renderApp(address);
  await expect.element(visit.screen.getByText("Stock sync")).toBeVisible();
  expect(visit.screen.getByRole("button", { name: /Revoke|Make/ }).elements()).toHaveLength(0);
});

test("the operator has tokens of its own", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf(operator)),
    "GET /api/operator/api-tokens": succeeded({ Items: [token] }),
    [`DELETE /api/operator/api-tokens/${id}`]: succeeded({}),
  });
  const { screen } = await renderApp("/operator/api-tokens");
  await screen.getByRole("button", { name: "Revoke Stock sync" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect.poll(() => sent.some(({ method }) => method === "DELETE")).toBe(true);
});

test("the operator's page follows what others change, by asking again as often as the work queue", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let items = [token];
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf(operator)),
    "GET /api/operator/api-tokens": () => succeeded({ Items: items }),
  });
  const { screen } = await renderApp("/operator/api-tokens");
  await expect.element(screen.getByText(token.Name)).toBeVisible();
  items = [];
  const shown = () => {
    vi.advanceTimersByTime(pollingInterval);
    return screen.getByText(token.Name).elements().length;
  };
  await expect.poll(shown).toBe(0);
  expect(sent.filter(({ path }) => path.includes("/notifications/negotiate"))).toEqual([]);
});
