import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { portId, portOf } from "./ports-fixture.ts";
import { workLoad } from "./work-fixtures.ts";

/** Shows one port in the work queue; calls about it answer what the portal then has. */
function portal(first: ReturnType<typeof portOf>, answers: Record<string, Parameters<typeof succeeded>[0]> = {}) {
  let now = first;
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/number-ports": () => succeeded({ Items: [now] }),
    "GET /api/operator/returns": succeeded({ Items: [] }),
    "GET /api/operator/work-load": succeeded(workLoad),
    "GET /api/operator/work": succeeded({ Items: [], Next: null }),
    ...Object.fromEntries(
      Object.entries(answers).map(([path, next]) => [
        `POST /api/operator/number-ports/${portId}/${path}`,
        () => succeeded((now = next as typeof now)),
      ]),
    ),
  });
  const bodyOf = (path: string) =>
    JSON.parse(sent.findLast((each) => each.path.endsWith(path) && each.body !== "")!.body) as unknown;
  return { bodyOf };
}

test("a port is sent, its day set and changed with a reason, ticked and said to be here", async () => {
  const submitted = portOf({ State: "submitted" });
  const accepted = portOf({ State: "accepted", PortOn: "2026-06-05" });
  const ticked = { TickedBy: "Alex Tradewind", TickedAt: "2026-05-20T15:00:00.000Z" };
  const due = portOf({ State: "accepted", PortOn: "2026-05-20" });
  const ready = { ...due, Steps: due.Steps.map((step) => ({ ...step, ...ticked })) };
  const { bodyOf } = portal(portOf(), {
    submit: submitted,
    accept: accepted,
    steps: ready,
    complete: portOf({ State: "ported", PortOn: "2026-05-20", SettledAt: "2026-05-20T15:30:00.000Z" }),
  });
  const { screen } = await renderApp("/operator/work");
  const item = screen.getByRole("listitem").filter({ hasText: "P-000000F7" }).first();
  await expect.element(item.getByText("GB1234")).toBeVisible();
  await expect.element(item.getByText("+441174960100 to +441174960109")).toBeVisible();
  expect(await faults()).toEqual([]);
  await item.getByRole("button", { name: "Sent to provider" }).click();
  await screen.getByRole("button", { name: "It was sent" }).click();
  await expect.element(item.getByText("With the old provider")).toBeVisible();
  await item.getByRole("button", { name: "Set the day" }).click();
  const day = screen.getByRole("dialog", { name: "Set the day" });
  expect(await faults()).toEqual([]);
  await day.getByRole("textbox", { name: "The numbers move on" }).fill("08/06/2026");
  await day.getByRole("button", { name: "Set day" }).click();
  await expect.element(item.getByText(/^Moves on 05\/06\/2026/)).toBeVisible();
  expect(bodyOf("/accept")).toEqual({ On: "2026-06-08", Why: null });
  // Neither is its day here, nor every step ticked.
  await expect.element(item.getByRole("button", { name: "Numbers are here" })).toBeDisabled();
  await item.getByRole("checkbox", { name: /Make a test call/ }).click();
  await expect.element(item.getByText(/^Alex Tradewind/)).toBeVisible();
  expect(bodyOf("/steps")).toEqual({ Position: 1, Done: true });
  await item.getByRole("button", { name: "Numbers are here" }).click();
  await screen.getByRole("button", { name: "They are here" }).click();
  await expect.element(item.getByText("Moved", { exact: true })).toBeVisible();
});

test("a port is rejected with a reason only", async () => {
  const { bodyOf } = portal(portOf({ State: "submitted" }), {
    reject: portOf({ State: "rejected", Answer: "The account is unknown", SettledAt: "2026-05-20T15:30:00.000Z" }),
  });
  const { screen } = await renderApp("/operator/work");
  const item = screen.getByRole("listitem").filter({ hasText: "P-000000F7" }).first();
  await item.getByRole("button", { name: "Reject" }).click();
  const dialog = screen.getByRole("dialog", { name: "Reject this port?" });
  await dialog.getByRole("button", { name: "Reject port" }).click();
  await expect.element(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The account is unknown");
  await dialog.getByRole("button", { name: "Reject port" }).click();
  await expect.element(item.getByText("The account is unknown")).toBeVisible();
  expect(bodyOf("/reject")).toEqual({ Why: "The account is unknown" });
});

test("a port that waits for its reseller's approval says so, and can be rejected only", async () => {
  portal(portOf({ Waits: true }));
  const { screen } = await renderApp("/operator/work");
  const item = screen.getByRole("listitem").filter({ hasText: "P-000000F7" }).first();
  await expect.element(item.getByText("Waits for approval")).toBeVisible();
  await expect.element(item.getByText(/Harbour IT has to approve it first/)).toBeVisible();
  await expect.element(item.getByRole("button", { name: "Reject" })).toBeEnabled();
  expect(item.getByRole("button", { name: "Sent to provider" }).elements()).toHaveLength(0);
  expect(item.getByRole("checkbox").elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
});

test("a port whose letter is missing or refused says so, and is not sent; one with a letter gives it", async () => {
  const item = portOf({ Letter: null, SignedOn: null });
  portal(item);
  const { screen } = await renderApp("/operator/work");
  await expect.element(screen.getByText("Letter missing")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Sent to provider" })).toBeDisabled();
  expect(screen.getByRole("button", { name: /^Download letter/ }).elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
});

test("the letter of a port is shown with who uploaded it and when, and downloaded", async () => {
  portal(portOf());
  const { screen } = await renderApp("/operator/work");
  await expect.element(screen.getByText("Letter there")).toBeVisible();
  await expect
    .element(screen.getByText(/^signed-letter\.pdf, 182 kB · uploaded 20\/05\/2026 .* by Robin Tester$/))
    .toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Download letter of P-000000F7" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Sent to provider" })).toBeEnabled();
});
