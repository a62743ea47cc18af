import { afterEach, expect, test, vi } from "vitest";
import { analyticsData, setOptedOut, tellOfPresses } from "../../platform/usage.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const data = { Action: "Add customer", Page: "Dashboard", Campaign: "First steps" };
let stop = () => {};
const buttons: Element[] = [];
afterEach(() => {
  stop();
  setOptedOut(false);
  for (const button of buttons.splice(0)) button.remove();
  vi.restoreAllMocks();
});

/** Renders a button with analytics data and returns what pressing it sent. */
function withButton(carried: object = analyticsData(data)) {
  const sent = fakeApi({ "POST /api/usage/presses": succeeded({ IsCollected: true }) });
  stop();
  stop = tellOfPresses();
  const button = document.body.appendChild(document.createElement("button"));
  buttons.push(button);
  for (const [name, value] of Object.entries(carried)) button.setAttribute(name, String(value));
  const inside = button.appendChild(document.createElement("span"));
  const presses = () =>
    sent.filter(({ path }) => path === "/api/usage/presses").map(({ body }) => JSON.parse(body) as object);
  return { inside, presses };
}

test("DASH-06 a press of a button that carries AnalyticsData is told with its action, page and campaign", async () => {
  const { inside, presses } = withButton();
  inside.click();
  await expect.poll(presses).toEqual([data]);
});

test("DASH-06 nothing is sent for other buttons, for people who opted out, or for a browser that asks not to be tracked", async () => {
  const plain = withButton({});
  plain.inside.click();
  const carrying = withButton();
  setOptedOut(true);
  carrying.inside.click();
  setOptedOut(false);
  const asks = vi.spyOn(navigator, "doNotTrack", "get").mockReturnValue("1");
  carrying.inside.click();
  asks.mockReturnValue(null);
  carrying.inside.click();
  await expect.poll(carrying.presses).toEqual([data]);
  expect(plain.presses()).toEqual([]);
});

test("a person takes part or not, for this browser, from their account", async () => {
  fakeApi({ "GET /api/session": succeeded(sessionOf()) });
  const { screen } = await renderApp("/account-setting");
  const choice = screen.getByRole("checkbox", { name: /^Help improve the portal/ });
  await expect.element(choice).toBeChecked();
  await choice.click();
  await expect.element(choice).not.toBeChecked();
  expect(localStorage.getItem("usageOptOut")).toBe("true");
  expect(await faults()).toEqual([]);
});
