import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { test as base, expect, type BrowserContext, type Page, type TestInfo } from "@playwright/test";
import { callAs, password } from "./authenticator.ts";
import { violationsOn } from "./axe.ts";

export { expect, password };

/**
 * Fails a story also if a page throws or violates the content security policy, and tells of one that failed what its
 * pages did last. `otherPage` is in another browser.
 */
export const test = base.extend<{ otherPage: Page }>({
  page: async ({ page }, use, info) => {
    await prepare(page);
    const end = watch(page, "page");
    await use(page);
    await end(info);
  },
  otherPage: async ({ browser }, use, info) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await prepare(page);
    const end = watch(page, "other page");
    await use(page);
    await end(info);
    await context.close();
  },
});

/**
 * Has a story wait, as people do, while the page is busy with a write and takes no press (T69). With `E2E_SLOW`, each
 * script and each answer is late by up to so many ms: it finds what else a story takes for granted.
 */
async function prepare(page: Page): Promise<void> {
  await page.addLocatorHandler(page.locator("html[data-busy]"), () => Promise.resolve());
  const most = Number(process.env["E2E_SLOW"] ?? 0);
  if (most > 0)
    await page.route(/\/(assets|api)\//, async (route) => {
      await sleep(Math.random() * most);
      await route.fallback().catch(() => undefined);
    });
}

/** Watches what a page throws, and what it last asked for and opened; tells it and what is on the page if a story failed. */
function watch(page: Page, name: string): (info: TestInfo) => Promise<void> {
  const faults: string[] = [];
  const deeds: string[] = [];
  const tell = (deed: string) => deeds.push(`${(performance.now() / 1000).toFixed(2)} ${deed}`);
  const placeOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, "");
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted(HTML|Script)/.test(message.text())) faults.push(message.text());
  });
  page.on("framenavigated", (frame) => tell(`at ${placeOf(frame.url())}`));
  page.on("response", (answer) => {
    const method = answer.request().method();
    if (method !== "GET" || answer.status() >= 400) tell(`${method} ${placeOf(answer.url())} ${answer.status()}`);
  });
  return async (info) => {
    if (info.status !== info.expectedStatus) {
      const shown = page.locator("dialog[open], [role=dialog], main").last();
      const words = await shown.innerText({ timeout: 1_000 }).catch(() => "nothing");
      throw new Error(
        `The ${name} ended at ${placeOf(page.url())}, after ${[...faults, ...deeds.slice(-6)].join("; ")}; it shows: ${words.slice(0, 300)}`,
      );
    }
    expect(faults).toEqual([]);
  };
}

/**
 * Uses one reseller per width, and one worker tells the stories of a width one after the other: so no two of them meet at
 * the same reseller's invoices, ways to pay and flags.
 */
export const resellerOf = (info: TestInfo) =>
  info.project.name !== "390"
    ? { user: "reseller@harbour.example", currency: "£" }
    : { user: "reseller@liffey.example", currency: "€" };

/** The token with which each browser signed in, for what a story has done without a page. */
const tokens = new WeakMap<BrowserContext, string>();

/**
 * Signs a browser in through the API, as its form does: with a session of its own, since two browsers that shared one
 * would end it for each other. Opens no page.
 */
export async function signIn(page: Page, user: string): Promise<void> {
  const context = page.context();
  const form = { grant_type: "password", client_id: "tradewind-portal", username: user, password };
  const size = page.viewportSize()!;
  const answer = await context.request.post(`http://localhost:${process.env["E2E_PORT"]}${waysIn.token.path}`, {
    form: { ...form, width: String(size.width), height: String(size.height) },
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`${user} was not signed in: ${answer.status()}`);
  tokens.set(context, token);
}

/** Signs in by the form, for stories about signing in. */
export async function signInByForm(page: Page, user: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/login|sign-in/);
}

/** Whether this is the long run, which looks at more and at all at both widths. */
export const isLong = process.env["TEST_LONG"] === "true";

/** A story of what other tests prove too: told in a long run. */
export const longTest = isLong ? test : test.skip;

/**
 * Expects no accessibility fault in the page once nothing moves, dark and light: in a long run. In others the screens'
 * own tests ask this, and `every-screen` about what only a drawn page shows.
 */
export async function expectNoFaults(page: Page): Promise<void> {
  if (!isLong) return;
  const all = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
          .map((each) => each.finished.catch(() => undefined)),
      );
    });
    const only = colorScheme === "light" ? ["color-contrast"] : all;
    expect(await violationsOn(page, only), colorScheme).toEqual([]);
  }
}

/** Keeps a picture of a page for the documents, if `E2E_PICTURES=true` asks for it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["E2E_PICTURES"] !== "true") return;
  await page.emulateMedia({ colorScheme: "light" });
  const file = `${name}-${page.viewportSize()!.width}.png`;
  await page.screenshot({
    path: path.join(import.meta.dirname, "../docs/screens", file),
    animations: "disabled",
    scale: "css",
  });
}

/** Returns a name that is unique to this run and width. */
export const freshName = (info: TestInfo, name: string): string => `${name} ${info.project.name} ${Date.now() % 1e7}`;

/** What stories know of a customer that they add. */
export const someCustomer = {
  Address1: "12 Mill Lane",
  TownCity: "Bath",
  PostCode: "BA1 1AA",
  ContactName: "Priya Shah",
  ContactEmail: "priya@example.com",
  Telephone: "01174 960 256",
};

/** Adds a customer of whoever is signed in, without the form. Returns its page's address. */
export async function createCustomer(page: Page, name: string): Promise<string> {
  const { method, path: address } = customerForms.add;
  const body = { name, organisationTypes: ["Commercial"], ...someCustomer };
  const added = await callAs<ResultOf<typeof customerForms.add>>(tokens.get(page.context())!, method, address, body);
  return `/customers/customer/${added.customerId}`;
}

/** Adds a customer likewise, and opens its page. */
export async function addCustomer(page: Page, name: string): Promise<void> {
  await page.goto(await createCustomer(page, name));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Goes from a customer's page to the first step of a product's journey, signing its agreement if necessary. */
export async function addProduct(page: Page, product: string): Promise<void> {
  await page.getByRole("button", { name: "Add product" }).first().click();
  const popup = page.getByRole("dialog", { name: "Add product" });
  await popup.getByLabel("Search products").fill(product);
  await popup.getByRole("button", { name: product, exact: true }).click();
  await expect(popup).toBeHidden();
}

/** Reads the agreement that is open to its end, and signs it. */
export async function signAgreement(page: Page): Promise<void> {
  const text = page.getByRole("region", { name: /^Text of/ });
  await expect(text).toBeVisible();
  await text.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByText("You have reached the end of the agreement.")).toBeVisible();
  await page.getByLabel("Job title").fill("Director");
  await page.getByText("Type", { exact: true }).click();
  await page.getByLabel("Type your full name").fill("Morgan Hale");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Sign agreement" }).click();
}

type Wanted = { quantity?: number; term?: string };

/** Goes from a customer's page to the review of an order of one offer of Microsoft 365, of a year unless said. */
export async function reviewMicrosoft365(
  page: Page,
  offer: string,
  { quantity = 1, term }: Wanted = {},
): Promise<void> {
  await addProduct(page, "Microsoft 365");
  await page.getByRole("button", { name: "Continue" }).click();
  await next(page);
  await next(page);
  await page.getByRole("checkbox", { name: offer, exact: true }).check();
  await next(page);
  const line = page.getByRole("group", { name: offer });
  if (term) await line.getByText(term, { exact: true }).click();
  await line.getByRole("spinbutton").fill(String(quantity));
  await next(page);
  await next(page);
  await expect(page.getByRole("button", { name: "Place order" })).toBeEnabled();
}

/** Ticks every step of the work on the screen. */
export async function tickAll(staff: Page): Promise<void> {
  const steps = staff.getByRole("list", { name: "Checklist" }).getByRole("checkbox");
  for (const step of await steps.all()) {
    // It is ticked once the server says so.
    await step.click();
    await expect(step).toBeChecked();
    await expect(step).toBeEnabled();
  }
}

export const pressNext = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

/** Goes on to the next step of a journey, and waits until it and its fields are there. */
export async function next(page: Page): Promise<void> {
  const step = page.locator("[aria-current=step]");
  const before = (await step.textContent())!;
  await pressNext(page);
  await expect(step).not.toHaveText(before);
  await expectLoaded(page);
}

/** Waits until no grey placeholder stands for what is still loading: only then is what is missing not asked for. */
export const expectLoaded = (page: Page): Promise<void> =>
  expect(page.getByRole("main").locator(".shimmer")).toHaveCount(0);

/** Places the order under review and waits until the vendor has provided it. */
export async function placeOrder(page: Page, offer: string): Promise<void> {
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("button", { name: `Change licences of ${offer}` })).toBeVisible({ timeout: 40_000 });
}

/** Moves everybody's clock past the end of a month, from the operator's page. */
export async function moveOneMonth(staff: Page): Promise<void> {
  await staff.goto("/operator/clock");
  for (const move of ["Move 30 days", "Move 1 day"]) {
    // It can be pressed once the time is there, and again once the work of those days is done.
    const button = staff.getByRole("button", { name: move });
    await expect(button).toBeEnabled();
    const before = await staff.getByRole("status").first().innerText();
    await button.click();
    await expect(staff.getByRole("status").first()).not.toHaveText(before, { timeout: 90_000 });
    await expect(button).toBeEnabled({ timeout: 90_000 });
  }
}

/** Returns the text under a heading, such as `Total now`, in the panel beside a journey or in a dialog. */
export const sumOf = async (page: Page, label: string): Promise<string> => {
  const term = page.locator("dt", { hasText: new RegExp(`^${label}`) }).first();
  return (await term.locator("xpath=following-sibling::dd[1]").innerText()).trim();
};
