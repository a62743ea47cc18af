import type { NumberPort } from "@tradewind/contract/ordering/number-ports.ts";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, instanceId, serviceOf, subscriptionId } from "./service-fixtures.ts";

const portId = "019a0000-0000-7000-8000-0000000000f7";
const pounds = (Minor: string) => ({ Minor, Currency: "GBP" as const });
const portOf = (changes: Partial<NumberPort> = {}): NumberPort => ({
  Id: portId,
  Number: "P-000000F7",
  State: "accepted",
  SiteId: subscriptionId,
  SiteName: "Head office",
  SitePostcode: "BS1 4AA",
  Numbers: ["+441174960100", "+441174960105"],
  Count: 2,
  Line: "single",
  IsPartOfRange: false,
  Provider: "Old Telecom",
  AccountNumber: "GB1234",
  MainNumber: "0117 496 0100",
  BillingPostcode: "BS1 4AA",
  SignedBy: "Ada Lovelace",
  SignedOn: "2026-11-18",
  Letter: {
    Name: "signed-letter.pdf",
    Size: 182_400,
    Scan: "clean",
    Virus: null,
    SentBy: "Robin Tester",
    SentAt: "2026-11-20T10:00:00.000Z",
  },
  WishedOn: "2026-12-07",
  PortOn: "2026-12-08",
  Note: null,
  Answer: null,
  AskedBy: "Robin Tester",
  AskedAt: "2026-11-20T09:00:00.000Z",
  SettledAt: null,
  History: [{ At: "2026-11-20T09:00:00.000Z", Kind: "requested", Text: "Asked for 07/12/2026" }],
  MayCancel: true,
  Waits: false,
  CancelUntil: "2026-12-04",
  Total: pounds("1200"),
  ...changes,
});
const Sites = [{ Id: subscriptionId, Name: "Head office", AreaCode: "0117" }];
const ports = `/api/services/${instanceId}/number-ports`;

async function open(
  first: NumberPort[],
  more: Parameters<typeof fakeApi>[0] = {},
  kind: "reseller" | "user" = "reseller",
) {
  let items = first;
  const sent = fakeApi({
    "GET /api/session": succeeded(
      sessionOf(kind === "user" ? { views: ["customers", "manageService"], permissions: [] } : {}),
    ),
    "GET /api/clock": succeeded({ Now: "2026-11-26T08:00:00.000Z", Movable: true, WorkedUntil: "2026-11-25" }),
    [`GET /api/services/${instanceId}`]: succeeded(
      serviceOf({ ProductId: "hosted-voice", ProductName: "Hosted Voice" }),
    ),
    [`GET ${ports}`]: () => succeeded({ Items: items, Sites }),
    [`POST ${ports}/propose`]: ({ body }) =>
      body.includes("0117 496 0999")
        ? refused(400, "invalidRequest", "Please check the fields.", {
            Numbers: "Some of these numbers are here already",
          })
        : succeeded({
            Count: 2,
            EarliestOn: "2026-12-02",
            Price: { Each: pounds("600"), Total: pounds("1200") },
            NeedsApproval: false,
            Hash: "a".repeat(64),
          }),
    [`POST ${ports}`]: () => succeeded((items = [portOf({ State: "requested", PortOn: null, CancelUntil: null })])[0]),
    [`POST /api/number-ports/${portId}/cancel`]: () =>
      succeeded((items = [portOf({ State: "cancelled", MayCancel: false, SettledAt: "2026-11-26T08:00:00.000Z" })])[0]),
    ...more,
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByRole("heading", { name: "Numbers from other providers" })).toBeVisible();
  return { screen, sent };
}

test("numbers are asked for: what is missing is said, the price is shown before, and they appear on the service", async () => {
  const { screen, sent } = await open([]);
  await screen.getByRole("button", { name: "Bring numbers here" }).click();
  const dialog = screen.getByRole("dialog", { name: "Bring numbers here" });
  await dialog.getByRole("button", { name: "Ask for the numbers" }).click();
  await expect.element(dialog.getByText("Enter the numbers that move")).toBeVisible();
  expect(dialog.getByText("This is required").elements()).toHaveLength(6);
  const numbers = dialog.getByRole("textbox", { name: "Numbers", exact: true });
  await numbers.fill("0117 496 0999");
  await dialog.getByRole("textbox", { name: "Old provider" }).fill("Old Telecom");
  await expect.element(dialog.getByText("Some of these numbers are here already")).toBeVisible();
  await numbers.fill("0117 496 0100\n\n0117 496 0105");
  await dialog.getByRole("textbox", { name: "Account number" }).fill("GB1234");
  await expect.element(dialog.getByText("£12.00")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Main billing number" }).fill("0117 496 0100");
  await dialog.getByRole("textbox", { name: "Postcode on the bill" }).fill("BS1 4AA");
  await dialog.getByRole("textbox", { name: "Letter of authority signed by" }).fill("Ada Lovelace");
  await dialog.getByRole("textbox", { name: "Wanted for" }).fill("07/12/2026");
  await expect.element(dialog.getByText(/^02\/12\/2026 at the earliest/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Ask for the numbers" }).click();
  await expect.element(screen.getByRole("heading", { name: "P-000000F7: 2 numbers to Head office" })).toBeVisible();
  const asked = sent.findLast(({ method, path }) => method === "POST" && path === ports);
  expect(JSON.parse(asked!.body)).toEqual({
    SiteId: subscriptionId,
    Numbers: ["0117 496 0100", "0117 496 0105"],
    Line: "single",
    IsPartOfRange: false,
    Provider: "Old Telecom",
    AccountNumber: "GB1234",
    MainNumber: "0117 496 0100",
    BillingPostcode: "BS1 4AA",
    SignedBy: "Ada Lovelace",
    WishedOn: "2026-12-07",
    Note: null,
    Hash: "a".repeat(64),
  });
});

test("a port says when its numbers move, what happened, and is called off", async () => {
  const { screen } = await open([portOf()]);
  await expect.element(screen.getByText("Day set")).toBeVisible();
  await expect.element(screen.getByText(/Moves on 08\/12\/2026/)).toBeVisible();
  await screen.getByText("What happened").click();
  await expect.element(screen.getByText(/Asked for 07\/12\/2026/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Call off P-000000F7" }).click();
  const dialog = screen.getByRole("dialog", { name: "Call this port off?" });
  await dialog.getByRole("button", { name: "Call off" }).click();
  await expect.element(screen.getByText("Called off", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/not charged/)).toBeVisible();
});

test("a rejected port says why, and is asked for again as it was", async () => {
  const rejected = {
    State: "rejected",
    Answer: "It is a multi-line there",
    MayCancel: false,
    CancelUntil: null,
  } as const;
  const { screen } = await open([portOf({ ...rejected, PortOn: null, SettledAt: "2026-11-24T09:00:00.000Z" })]);
  await expect.element(screen.getByText("It is a multi-line there")).toBeVisible();
  await screen.getByRole("button", { name: "Correct P-000000F7 and ask again" }).click();
  const dialog = screen.getByRole("dialog", { name: "Bring numbers here" });
  await expect
    .element(dialog.getByRole("textbox", { name: "Numbers", exact: true }))
    .toHaveValue("+441174960100\n+441174960105");
  await expect.element(dialog.getByRole("textbox", { name: "Account number" })).toHaveValue("GB1234");
  await expect.element(dialog.getByText("Old Telecom rejected it")).toBeVisible();
});

test("who may not order sees them and can change nothing", async () => {
  const { screen } = await open([portOf()], {}, "user");
  await expect.element(screen.getByRole("heading", { name: "P-000000F7: 2 numbers to Head office" })).toBeVisible();
  expect(screen.getByRole("button", { name: /Call off|Bring numbers/ }).elements()).toHaveLength(0);
});

const letterOf = (changes: Partial<NonNullable<NumberPort["Letter"]>> = {}): NumberPort["Letter"] => ({
  Name: "signed-letter.pdf",
  Size: 182_400,
  Scan: "clean",
  Virus: null,
  SentBy: "Robin Tester",
  SentAt: "2026-11-26T08:00:00.000Z",
  ...changes,
});
const requested = (Letter: NumberPort["Letter"]) =>
  portOf({ State: "requested", PortOn: null, CancelUntil: null, SignedOn: null, Letter });
const file = (name: string, text: string) => new File([text], name);

test("a signed letter is uploaded by keyboard, what is wrong with it is said, and is shown with who and when", async () => {
  let item = requested(null);
  const { screen, sent } = await open([], {
    [`GET ${ports}`]: () => succeeded({ Items: [item], Sites }),
    [`POST /api/number-ports/${portId}/letter`]: () => succeeded((item = requested(letterOf({ Scan: "waiting" })))),
  });
  await expect.element(screen.getByText("Letter missing")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Letter to sign for P-000000F7" })).toBeVisible();
  expect(await faults()).toEqual([]);
  (screen.getByRole("button", { name: "Upload signed letter of P-000000F7" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const dialog = screen.getByRole("dialog", { name: "Upload the signed letter" });
  await expect.element(dialog).toBeVisible();
  const day = dialog.getByRole("textbox", { name: "Signed on" });
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText("Choose the signed letter")).toBeVisible();
  await expect.element(dialog.getByText("This is required")).toBeVisible();
  expect(await faults()).toEqual([]);
  const input = dialog.getByLabelText("File for: Letter of authority");
  await input.upload(file("letter.txt", "MZ"));
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard("20/05/2026{Enter}");
  await expect.element(dialog.getByText(/Send a PDF, PNG or JPEG/)).toBeVisible();
  expect(sent.some(({ path }) => path.endsWith("/letter"))).toBe(false);
  await input.upload(file("letter.pdf", "%PDF-1.7"));
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Letter being checked")).toBeVisible();
  await expect
    .element(screen.getByText(/^signed-letter\.pdf, 182 kB · uploaded 26\/11\/2026 .* by Robin Tester$/))
    .toBeVisible();
  expect(screen.getByRole("button", { name: /^Download letter/ }).elements()).toHaveLength(0);
  const body = sent.find(({ path }) => path.endsWith("/letter"))!.body;
  expect(JSON.parse(body)).toEqual({ Name: "letter.pdf", Content: btoa("%PDF-1.7"), SignedOn: "2026-05-20" });
  expect(await faults()).toEqual([]);
});

test("a letter that the scanner refused says why and is replaced; one of a port that was sent is only downloaded", async () => {
  const refusedLetter = letterOf({ Scan: "infected", Virus: "Eicar-Test-Signature", Size: 0 });
  const { screen } = await open([
    requested(refusedLetter),
    portOf({ Id: `${portId.slice(0, -1)}8`, Number: "P-000000F8" }),
  ]);
  await expect.element(screen.getByText("Letter refused")).toBeVisible();
  await expect
    .element(
      screen.getByText("The virus scanner found Eicar-Test-Signature in signed-letter.pdf, so the file was removed."),
    )
    .toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Replace letter of P-000000F7" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Download letter of P-000000F8" })).toBeVisible();
  expect(screen.getByRole("button", { name: /P-000000F8/ }).elements()).toHaveLength(2);
  expect(await faults()).toEqual([]);
});

test("who may not order sees a letter that is missing, and uploads none", async () => {
  const { screen } = await open([requested(null)], {}, "user");
  await expect.element(screen.getByText("Letter missing")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Upload/ }).elements()).toHaveLength(0);
});

test("who is not shown the price sends a request, and the reseller approves what waits", async () => {
  const waiting = portOf({ State: "requested", Waits: true, PortOn: null, CancelUntil: null, Total: null });
  let items = [waiting];
  const { screen, sent } = await open([], {
    [`GET ${ports}`]: () => succeeded({ Items: items, Sites }),
    [`POST ${ports}/propose`]: succeeded({
      Count: 1,
      EarliestOn: "2026-12-02",
      Price: null,
      NeedsApproval: true,
      Hash: "a".repeat(64),
    }),
    [`POST /api/number-ports/${portId}/approve`]: () =>
      succeeded((items = [{ ...waiting, Waits: false, WishedOn: "2026-12-14" }])[0]),
  });
  await expect.element(screen.getByText("Waits for approval")).toBeVisible();
  await screen.getByRole("button", { name: "Approve P-000000F7" }).click();
  await expect.element(screen.getByText("Requested", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/was approved, and is asked for 14\/12\/2026/)).toBeVisible();
  expect(sent.some(({ path }) => path.endsWith("/approve"))).toBe(true);
  await screen.getByRole("button", { name: "Bring numbers here" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByLabelText("Numbers", { exact: true }).fill("0117 496 0001");
  await userEvent.tab();
  await expect.element(dialog.getByText(/You are not shown what it costs/)).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Send as a request" })).toBeVisible();
});
