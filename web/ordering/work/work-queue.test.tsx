import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { alex, priya, workId, workItemOf, workLoad, workPageOf } from "./work-fixtures.ts";

const second = "019a0000-0000-7000-8000-0000000000a2";
const items = [
  workItemOf({ Due: "2026-05-18" }),
  workItemOf({
    Id: second,
    Title: "Provide 3 × Exclaimer Standard",
    ProductName: "Exclaimer",
    CustomerName: "Bright Optics",
    Assignee: "Priya Nair",
    AssigneeId: priya,
    Status: "working",
  }),
];
const reads = {
  "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
  "GET /api/operator/number-ports": succeeded({ Items: [] }),
  "GET /api/operator/returns": succeeded({ Items: [] }),
  "GET /api/operator/work-load": succeeded(workLoad),
  "GET /api/operator/work": succeeded({ Items: items, Next: null }),
};
const bodyOf = (sent: ReturnType<typeof fakeApi>, path: string) =>
  JSON.parse(sent.findLast((each) => each.path === path && each.body !== "")!.body) as unknown;

test("the queue says whose work is, what is late and how much there is; who comes second to take is told who has it", async () => {
  const sent = fakeApi({
    ...reads,
    "POST /api/operator/work-load/assign": succeeded({
      Changed: 0,
      Refused: [{ Id: workId, Title: "Provide 5 × Standard user", Why: "Priya Nair has this already" }],
    }),
  });
  const { screen } = await renderApp("/operator/work");
  const row = screen.getByRole("row").filter({ hasText: "Acme Dental" });
  await expect.element(row.getByText("3 days late")).toBeVisible();
  await expect.element(row.getByText("Nobody’s")).toBeVisible();
  await expect
    .element(screen.getByRole("row").filter({ hasText: "Bright Optics" }).getByText("Priya Nair"))
    .toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: /^Overdue 3/ }))
    .toHaveAttribute("href", expect.stringContaining("due=overdue"));
  await expect.element(screen.getByRole("link", { name: /^Hosted Voice 3 overdue/ })).toBeVisible();
  expect(await faults()).toEqual([]);
  await row.getByRole("button", { name: "Take Provide 5 × Standard user for Acme Dental" }).click();
  await expect.element(screen.getByText("Provide 5 × Standard user: Priya Nair has this already.")).toBeVisible();
  expect(bodyOf(sent, "/api/operator/work-load/assign")).toEqual({ Items: [{ Id: workId, From: null }], To: alex });
});

test("the address keeps whose work is shown, of which product and reseller, and how it is ordered", async () => {
  const sent = fakeApi(reads);
  const { screen, router } = await renderApp("/operator/work");
  await screen.getByRole("combobox", { name: "Whose" }).selectOptions("Mine");
  await screen.getByRole("combobox", { name: "Product" }).selectOptions("Exclaimer");
  await screen.getByRole("combobox", { name: "Reseller" }).selectOptions("Harbour IT");
  await screen.getByRole("button", { name: /^Waiting/ }).click();
  const kept = () => router.state.location.search as object;
  await expect
    .poll(kept)
    .toEqual({ sort: "age", whose: "me", product: "exclaimer", reseller: "019a0000-0000-7000-8000-0000000000aa" });
  await expect
    .poll(() => sent.some(({ query }) => query.get("Whose") === "me" && query.get("ProductId") === "exclaimer"))
    .toBe(true);
  await screen.getByRole("combobox", { name: "Whose" }).selectOptions("Priya Nair");
  await expect.poll(kept).toMatchObject({ person: priya });
  expect(kept()).not.toHaveProperty("whose");
});

test("several get another due day with one reason, and those that stay as they were are named", async () => {
  const sent = fakeApi({
    ...reads,
    "POST /api/operator/work-load/due": succeeded({
      Changed: 1,
      Refused: [{ Id: second, Title: "Provide 3 × Exclaimer Standard", Why: "This work is already finished" }],
    }),
  });
  const { screen } = await renderApp("/operator/work");
  for (const name of ["Acme Dental", "Bright Optics"])
    await screen.getByRole("checkbox", { name: new RegExp(`for ${name}$`) }).click();
  await screen.getByRole("button", { name: "Change the due day" }).click();
  const dialog = screen.getByRole("dialog", { name: "Change the due day" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("A day is required")).toBeVisible();
  await expect.element(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Due" }).fill("25/06/2026");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The numbers are ported then");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Provide 3 × Exclaimer Standard: This work is already finished")).toBeVisible();
  expect(bodyOf(sent, "/api/operator/work-load/due")).toEqual({
    Items: [workId, second],
    Due: "2026-06-25",
    Why: "The numbers are ported then",
  });
});

test("steps are ticked before Complete, notes say who reads them, and the history tells what happened", async () => {
  const step = { Position: 1, Text: "Make a test call", TickedBy: null, TickedAt: null };
  const told = {
    Id: second,
    At: "2026-05-20T14:00:00.000Z",
    Who: "Priya Nair",
    Kind: "told" as const,
    What: "Told Harbour IT",
    More: "We wait for the numbers",
  };
  const item = workPageOf({
    Assignee: "Alex Tradewind",
    AssigneeId: alex,
    StepsLeft: 1,
    Steps: [step],
    History: [told],
  });
  const ticked = { ...step, TickedBy: "Alex Tradewind", TickedAt: "2026-05-20T15:00:00.000Z" };
  let now = item;
  const sent = fakeApi({
    ...reads,
    [`GET /api/operator/work/${workId}/page`]: () => succeeded(now),
    [`POST /api/operator/work/${workId}/steps`]: () => succeeded((now = { ...item, StepsLeft: 0, Steps: [ticked] })),
    [`POST /api/operator/work/${workId}/notes`]: refused(503, "unavailable", "The portal is restarting."),
  });
  const { screen } = await renderApp(`/operator/work/${workId}`);
  await expect.element(screen.getByText("We wait for the numbers")).toBeVisible();
  const complete = screen.getByRole("button", { name: "Complete" });
  await expect.element(complete).toBeDisabled();
  await screen.getByRole("checkbox", { name: /Make a test call/ }).click();
  await expect.element(screen.getByText("Every step is ticked.")).toBeVisible();
  await expect.element(screen.getByText("Alex Tradewind, 20/05/2026 16:00")).toBeVisible();
  await expect.element(complete).toBeEnabled();
  await expect.element(screen.getByText("Only our own people read this.")).toBeVisible();
  await screen.getByText("To the reseller", { exact: true }).click();
  await expect.element(screen.getByText(/^Harbour IT reads this/)).toBeVisible();
  await screen.getByRole("textbox", { name: "Message" }).fill("Ported on Friday");
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Send to the reseller" }).click();
  await expect.element(screen.getByText("The portal is restarting.")).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Ported on Friday");
  expect(bodyOf(sent, `/api/operator/work/${workId}/notes`)).toEqual({ For: "reseller", Text: "Ported on Friday" });
});

test("on a phone each column has a name, that of what nobody has yet too", async () => {
  await page.viewport(390, 844);
  fakeApi(reads);
  const { screen } = await renderApp("/operator/work");
  await expect.element(screen.getByRole("button", { name: /^Take / })).toBeVisible();
  const heads = screen.getByRole("columnheader").elements();
  expect(heads.filter(({ textContent }) => textContent.trim() === "")).toEqual([]);
  await page.viewport(1440, 900);
});
