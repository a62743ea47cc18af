import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, offContract, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const session = sessionOf({ views: ["pSA"], permissions: [], flags: ["UseNewPSAService", "PSAScreenOverview"] });
const option = (id: string, name: string) => ({ id, name });
const options = [
  option("7", "Acme Ltd"),
  option("8", "Bright Legal LLP"),
  option("9", "Cedar Care"),
  option("10", "Dune Films"),
];
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const row = (at: number, name: string, selectedOption: unknown = null, ignored = false) => ({
  id: idOf(at),
  name,
  selectedOption,
  ignored,
});
const customers = [
  row(1, "Acme", options[0]),
  row(2, "Bright"),
  row(3, "Cedar"),
  row(4, "Dune", options[3], true),
  row(5, "Elm", null, true),
];
const services = [{ ...row(1, "Business Premium"), id: "SKU-1" }];
const read = (response: unknown, status = "Completed") => succeeded({ response, synchronization: { status } });
const done = succeeded({ Succeed: true, Error: null, Errors: [] });
const serve = (changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/psa/customer-mappings": read(customers),
    "GET /api/psa/psa-customers": read(options),
    "GET /api/psa/customer-suggestions": read([]),
    "GET /api/psa/service-mappings": read(services),
    "GET /api/psa/psa-services": read([option("77", "M365 BP"), option("78", "M365 BB")]),
    "GET /api/psa/service-suggestions": read([]),
    "GET /api/psa/product-mappings": read([...services, { ...row(2, "Business Basic"), id: "SKU-2" }]),
    "GET /api/psa/products": read([{ ...option("77", "M365"), sku: "M365" }]),
    ...changes,
  });
const open = async (search = "") => {
  const { screen } = await renderApp(`/billing/psa/match${search}`);
  await expect.element(screen.getByRole("table").or(screen.getByRole("alert")).first()).toBeVisible();
  return screen;
};
type Screen = Awaited<ReturnType<typeof open>>;

const box = (screen: Screen, name: string) => screen.getByRole("combobox", { name: new RegExp(`: ${name}$`) });
const choices = async (screen: Screen, name: string) => {
  await box(screen, name).click();
  await expect.element(screen.getByRole("option").first()).toBeVisible();
  return screen
    .getByRole("option")
    .elements()
    .map((each) => each.textContent);
};
const choose = async (screen: Screen, name: string, choice: string) => {
  await box(screen, name).click();
  await screen.getByRole("option", { name: choice }).click();
};
const shown = (screen: Screen) =>
  screen
    .getByRole("row")
    .elements()
    .slice(1)
    .map((each) => each.querySelector("[role=cell]")!.textContent);
const press = (screen: Screen, name: string) => screen.getByRole("button", { name, exact: true }).click();
const save = (screen: Screen) => screen.getByRole("button", { name: "Save", exact: true });
const unsaved = (screen: Screen) => screen.getByText("You have unsaved changes", { exact: true });

test("PSA-02 customer matching and services matching are opened, each with its own lists", async () => {
  serve();
  const screen = await open();
  await expect.element(screen.getByRole("table", { name: "Customer matching" })).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Acme", exact: true })).toBeVisible();
  for (const width of bothEnds) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
  }
  await screen.getByRole("tab", { name: "Services matching" }).click();
  await expect.element(screen.getByRole("table", { name: "Services matching" })).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Business Premium", exact: true })).toBeVisible();
});

test("PSA-13 what one row was given is gone from every other row's choices", async () => {
  serve();
  const screen = await open();
  expect(await choices(screen, "Bright")).toEqual(["Bright Legal LLP", "Cedar Care"]);
  await screen.getByRole("option", { name: "Bright Legal LLP" }).click();
  expect(await choices(screen, "Cedar")).toEqual(["Cedar Care"]);
});

test("PSA-14 what is unassigned is back in the list, at its place by name", async () => {
  serve();
  const screen = await open();
  await press(screen, "Unassign Acme");
  expect(await choices(screen, "Bright")).toEqual(["Acme Ltd", "Bright Legal LLP", "Cedar Care"]);
  await userEvent.keyboard("{Escape}");
  await press(screen, "Unassign Dune");
  expect(await choices(screen, "Cedar")).toEqual(["Acme Ltd", "Bright Legal LLP", "Cedar Care", "Dune Films"]);
});

test("PSA-15 Ignore is pressed once and is on, and pressed again is off", async () => {
  serve();
  const screen = await open();
  const ignore = screen.getByRole("button", { name: "Ignore Bright" });
  for (const pressed of ["true", "false"]) {
    await ignore.click();
    await expect.element(ignore).toHaveAttribute("aria-pressed", pressed);
  }
});

test("PSA-16 PSA-17 PSA-18 PSA-19 the filters show their rows with their counts, an ignored one with a match under Ignored only", async () => {
  serve();
  const screen = await open();
  for (const [filter, names] of [
    ["Matched 1", ["Acme"]],
    ["Not matched 2", ["Bright", "Cedar"]],
    ["Ignored 2", ["Dune", "Elm"]],
    ["All 5", ["Acme", "Bright", "Cedar", "Dune", "Elm"]],
  ] as const) {
    await screen.getByText(filter, { exact: true }).click();
    await expect.poll(() => shown(screen)).toEqual(names);
  }
});

test("PSA-20 PSA-21 PSA-22 what is changed can be saved until it is changed back, and Cancel brings back rows and choices", async () => {
  serve();
  const screen = await open();
  await expect.element(save(screen)).toBeDisabled();
  await expect.element(unsaved(screen)).not.toBeInTheDocument();
  await press(screen, "Ignore Bright");
  await expect.element(unsaved(screen)).toBeVisible();
  await expect.element(unsaved(screen)).toHaveClass(/text-danger/);
  await expect.element(save(screen)).toBeEnabled();
  await press(screen, "Ignore Bright");
  await expect.element(unsaved(screen)).not.toBeInTheDocument();
  await expect.element(save(screen)).toBeDisabled();

  await choose(screen, "Bright", "Cedar Care");
  await press(screen, "Unassign Acme");
  await expect.element(unsaved(screen)).toBeVisible();
  await press(screen, "Cancel");
  await expect.element(unsaved(screen)).not.toBeInTheDocument();
  await expect.element(save(screen)).toBeDisabled();
  await expect.element(box(screen, "Acme")).toHaveTextContent("Acme Ltd");
  expect(await choices(screen, "Bright")).toEqual(["Bright Legal LLP", "Cedar Care"]);
});

test("PSA-23 what was changed is saved, and says so", async () => {
  let held = customers;
  const sent = serve({
    "GET /api/psa/customer-mappings": () => read(held),
    "POST /api/psa/customer-mappings": () => {
      held = held.map((each) => (each.name === "Bright" ? { ...each, selectedOption: options[2] } : each));
      return done;
    },
  });
  const screen = await open();
  await choose(screen, "Bright", "Cedar Care");
  await save(screen).click();
  await expect.element(screen.getByText("Customers updated successfully", { exact: true })).toBeVisible();
  await expect.element(unsaved(screen)).not.toBeInTheDocument();
  const { body } = sent.find(({ method, path }) => method === "POST" && path === "/api/psa/customer-mappings")!;
  expect(JSON.parse(body)).toEqual({ mappings: [{ ...customers[1], selectedOption: options[2] }] });
  await expect.element(box(screen, "Bright")).toHaveTextContent("Cedar Care");
});

test("PSA-25 services are saved, and say so", async () => {
  serve({ "POST /api/psa/service-mappings": done });
  const screen = await open("?kind=services");
  await choose(screen, "Business Premium", "M365 BP");
  await save(screen).click();
  await expect.element(screen.getByText("Services updated successfully", { exact: true })).toBeVisible();
});

test.each([
  { id: "PSA-24", kind: "customers", path: "customer", row: "Bright", said: "Customers failed to update" },
  { id: "PSA-26", kind: "services", path: "service", row: "Business Premium", said: "Changes failed to save" },
])(
  "$id what cannot be saved says so, with the reason, and stays to be saved",
  async ({ kind, path, row: name, said }) => {
    const failures = [
      refused(
        409,
        "psaOptionGone",
        "One of these is no longer in the PSA. Load the page again, and choose another one.",
      ),
      offContract({ status: 500, body: "no envelope" }),
      succeeded({ Succeed: false, Error: "The PSA is being changed.", Errors: [] }),
    ];
    serve({ [`POST /api/psa/${path}-mappings`]: () => failures.shift()! });
    const screen = await open(`?kind=${kind}`);
    await press(screen, `Ignore ${name}`);
    for (const reason of [/no longer in the PSA/, /try again/, /is being changed/]) {
      await save(screen).click();
      await expect.element(screen.getByText(reason)).toBeVisible();
      await expect.element(screen.getByText(said, { exact: true })).toBeVisible();
      await expect.element(unsaved(screen)).toBeVisible();
    }
  },
);

test.each([
  { kind: "customers", path: "customer-mappings", said: "Customers failed to load from the PSA" },
  { kind: "customers", path: "psa-customers", said: "Customers failed to load from the PSA" },
  { kind: "services", path: "service-mappings", said: "Services failed to load from the PSA" },
  { kind: "services", path: "psa-services", said: "Services failed to load from the PSA" },
])("PSA-27 when $path cannot be loaded, $said", async ({ kind, path, said }) => {
  serve({ [`GET /api/psa/${path}`]: refused(409, "psaNotOn", "No PSA is connected.") });
  const screen = await open(`?kind=${kind}`);
  await expect.element(screen.getByText(said, { exact: true })).toBeVisible();
  await expect.element(screen.getByText("No PSA is connected.")).toBeVisible();
});

test("PSA-27 when the last reading of the PSA failed, what was read before is shown", async () => {
  serve({ "GET /api/psa/customer-mappings": read(customers, "Failed") });
  const screen = await open();
  await expect.element(screen.getByText("Customers failed to load from the PSA", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Acme", exact: true })).toBeVisible();
});

test("what is suggested is accepted one by one or all at once, and saved only by Save", async () => {
  const sent = serve({
    "GET /api/psa/customer-suggestions": read([
      { id: idOf(2), option: options[1], reason: "name" },
      { id: idOf(3), option: options[2], reason: "domain" },
      { id: idOf(5), option: options[2], reason: "name" },
    ]),
  });
  const screen = await open();
  await expect.element(screen.getByText("Same name: Bright Legal LLP")).toBeVisible();
  await press(screen, "Accept Cedar Care for Cedar");
  await expect.element(box(screen, "Cedar")).toHaveTextContent("Cedar Care");
  await press(screen, "Accept all 1");
  await expect.element(box(screen, "Bright")).toHaveTextContent("Bright Legal LLP");
  await expect.element(screen.getByText(/to be in the PSA/)).not.toBeInTheDocument();
  expect(sent.filter(({ method, path }) => method === "POST" && path.includes("/psa/"))).toEqual([]);
});

test("what is gone from the PSA is told, and is no choice any more", async () => {
  serve({ "GET /api/psa/psa-customers": read(options.slice(1)) });
  const screen = await open();
  await expect.element(screen.getByText("Gone from the PSA")).toBeVisible();
  await press(screen, "Unassign Acme");
  expect(await choices(screen, "Acme")).toEqual(["Bright Legal LLP", "Cedar Care"]);
});

test("PSA-48 several services are mapped to one product, and saved", async () => {
  const sent = serve({ "POST /api/psa/product-mappings": done });
  const screen = await open("?kind=products");
  for (const name of ["Business Premium", "Business Basic"]) await choose(screen, name, "M365");
  await save(screen).click();
  await expect.element(screen.getByText("Product mappings updated successfully")).toBeVisible();
  const { body } = sent.find(({ method, path }) => method === "POST" && path === "/api/psa/product-mappings")!;
  expect((JSON.parse(body) as { mappings: unknown[] }).mappings).toHaveLength(2);
});

test("two thousand customers are searched in both columns, and only what is in sight is drawn", async () => {
  const many = Array.from({ length: 2_000 }, (_, at) => row(at + 10, `Customer ${at + 1}`));
  serve({ "GET /api/psa/customer-mappings": read([...customers, ...many]) });
  const screen = await open();
  await expect.element(screen.getByText("All 2,005", { exact: true })).toBeVisible();
  expect(shown(screen).length).toBeLessThan(100);
  const search = screen.getByRole("searchbox", { name: "Search customers" });
  await search.fill("customer 1999");
  await expect.poll(() => shown(screen)).toEqual(["Customer 1999"]);
  await search.fill("dune films");
  await expect.poll(() => shown(screen)).toEqual(["Dune"]);
});
