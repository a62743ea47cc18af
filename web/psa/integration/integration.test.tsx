import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const session = sessionOf({ views: ["pSA"], permissions: [], flags: ["UseNewPSAService"] });
const available = {
  response: [
    { type: 1, name: "Autotask" },
    { type: 6, name: "ConnectWise" },
  ],
};
const saved = {
  type: 6,
  address: "https://eu.myconnectwise.net",
  company: "harbour",
  defaultAgreementType: "Recurring",
  enabled: true,
  changedBy: "Hannah Reid",
  changedAt: "2026-11-23T08:00:00.000Z",
};
const serve = (changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/psa/settings": succeeded({ response: null }),
    "GET /api/psa/available-integrations": succeeded(available),
    ...changes,
  });
const open = async () => (await renderApp("/account-setting/integration")).screen;
const bodyOf = (sent: ReturnType<typeof serve>, line: string): unknown =>
  JSON.parse(sent.findLast(({ method, path }) => `${method} ${path}` === line)!.body);

test("SET-06 PSA-05 with view pSA alone, a type is chosen, filled in and saved", async () => {
  let held: typeof saved | null = null;
  const sent = serve({
    "GET /api/psa/settings": () => succeeded({ response: held }),
    "POST /api/psa/settings": () => succeeded({ Succeed: true, Error: null, Errors: [], response: (held = saved) }),
  });
  const screen = await open();
  await screen.getByLabelText("PSA", { exact: true }).selectOptions("ConnectWise");
  await screen.getByLabelText("Address").fill(saved.address);
  await screen.getByLabelText("Company ID").fill(saved.company);
  await screen.getByLabelText("Public key").fill("public");
  await screen.getByLabelText("Private key", { exact: true }).fill("private");
  await screen.getByLabelText("Client ID").fill("client");
  await screen.getByLabelText(/^Default agreement type/).fill("Recurring");
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(screen.getByText("The PSA integration was saved")).toBeVisible();
  expect(bodyOf(sent, "POST /api/psa/settings")).toEqual({
    type: 6,
    address: saved.address,
    company: "harbour",
    defaultAgreementType: "Recurring",
    enabled: true,
    keys: { user: "public", secret: "private", clientId: "client" },
  });
  await expect.element(screen.getByText(/Leave the keys empty to keep those that are stored/)).toBeVisible();
  for (const width of bothEnds) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
  }
});

test("SET-07 SET-08 the guide is collapsed at first, and opens with plus and closes with minus to five steps and an ending", async () => {
  serve({ "GET /api/psa/settings": succeeded({ response: saved }) });
  const screen = await open();
  const ending = screen.getByText("Save, switch the integration on, and match your customers and services once.");
  await expect.element(screen.getByRole("button", { name: "Open the guide" })).toBeVisible();
  await expect.element(ending).not.toBeVisible();
  await screen.getByRole("button", { name: "Open the guide" }).click();
  await expect.element(ending).toBeVisible();
  const steps = screen.getByRole("list").getByRole("listitem").elements();
  const guide = steps.filter((step) => step.querySelector("h3") && step.querySelector("p"));
  expect(guide).toHaveLength(5);
  await screen.getByRole("button", { name: "Close the guide" }).click();
  await expect.element(ending).not.toBeVisible();
});

test("the keys that are stored are offered for the PSA they are of, and for no other", async () => {
  serve({ "GET /api/psa/settings": succeeded({ response: saved }) });
  const screen = await open();
  const kept = screen.getByText(/Leave the keys empty to keep those that are stored/);
  await expect.element(kept).toBeVisible();
  await screen.getByLabelText("PSA", { exact: true }).selectOptions("Autotask");
  await expect.element(screen.getByText(/^The keys that Autotask gave you/)).toBeVisible();
  await expect.element(kept).not.toBeInTheDocument();
  await screen.getByLabelText("PSA", { exact: true }).selectOptions("ConnectWise");
  await expect.element(kept).toBeVisible();
  await screen.getByLabelText("Address").fill("https://na.myconnectwise.net");
  await expect.element(kept).not.toBeInTheDocument();
});

test("the test of a connection names the right that is missing, and refused fields say why", async () => {
  const rights = [
    { name: "Companies, Company Maintenance: inquire", missing: null },
    { name: "Finance, Agreements: inquire", missing: "You do not have security permission." },
  ];
  serve({
    "GET /api/psa/settings": succeeded({ response: saved }),
    "POST /api/psa/settings/test": succeeded({ succeeded: false, message: null, rights }),
    "POST /api/psa/settings": refused(400, "invalidRequest", "Please check the fields.", {
      address: "Must begin with https://",
    }),
  });
  const screen = await open();
  await screen.getByRole("button", { name: "Test connection" }).click();
  await expect.element(screen.getByText("Missing. You do not have security permission.")).toBeVisible();
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(screen.getByText("Must begin with https://")).toBeVisible();
});
