import { type Page } from "@playwright/test";
import {
  createCustomer,
  expect,
  expectLoaded,
  expectNoFaults,
  freshName,
  isLong,
  next,
  signAgreement,
  signIn,
  test,
} from "../portal.ts";

// The main journey has yet to sign, as the other reseller, some of what is signed here.
const reseller = "reseller@liffey.example";
const mail = "office@brook.example";
/** Its vendor takes each address once. */
const newMail = `office-${Date.now() % 1e7}@brook.example`;
const domain = { "Mail domain": "brook.example" };

/** Each route with what is answered besides what is filled in already. */
const routes: readonly [row: string, route: string, name: string, answers?: Record<string, string>][] = [
  [
    "ORD-08",
    "hosted-voice",
    "Hosted Voice",
    {
      "Site name": "Head office",
      "Address line 1": "12 Mill Lane",
      Town: "Bath",
      Postcode: "BA1 1AA",
      "Area code": "0117",
    },
  ],
  ["ORD-09", "share-point", "SharePoint", { "Site name": "Projects", Owner: mail }],
  ["ORD-11", "bitdefender", "Bitdefender", { "Console for": newMail }],
  ["ORD-12", "cloudtalk", "CloudTalk", { Administrator: mail, "Company number": "01234567" }],
  ["ORD-13", "vade", "Vade", { ...domain, "Approved by": mail }],
  ["ORD-14", "azure-ss", "Azure software subscription", { "Keys to": mail }],
  ["ORD-16", "azure-asp", "Azure savings plan"],
  ["ORD-17", "secure-message", "Secure Message", { "Name shown to recipients": "Brook Legal" }],
  ["ORD-19", "one-time-purchase", "One-time purchase", { "Keys to": mail }],
  ["ORD-20", "appinteract", "AppInteract", { Queue: "Sales" }],
];

/** The routes of Microsoft 365. */
const ofMicrosoft365: typeof routes = [
  ["ORD-21", "office-365", "Microsoft 365"],
  ["ORD-21", "power-bi", "Power BI"],
  ["ORD-21", "dynamics-365", "Dynamics 365"],
  ["ORD-21", "intune", "Microsoft Intune"],
  ["ORD-21", "ems", "Enterprise Mobility + Security"],
  ["ORD-21", "azure", "Azure under Microsoft 365", { Tenant: "brook.onmicrosoft.com", Owner: mail }],
  ["ORD-21", "office-365-secure", "Microsoft 365 Secure"],
];

// What asks nothing of its own is ordered like Microsoft 365, which the main journey orders: only a long run does here.
const ordered = [...routes, ...ofMicrosoft365.filter(([, , , answers]) => isLong || answers)];
const rows = [...new Set(ordered.map(([row]) => row))].join(" ");

// In one browser, which knows the portal's code by then.
test(`${rows} each route opens its add journey, and what is ordered there appears in services`, async ({
  page,
}, info) => {
  test.setTimeout(600_000);
  const company = freshName(info, "Brook");
  await signIn(page, reseller);
  const customer = await createCustomer(page, company);
  for (const [row, route, name, answers = {}] of ordered)
    await test.step(`${row} ${route}`, async () => {
      await openJourney(page, customer, route, name);
      await toReview(page, answers);
      await page.getByRole("button", { name: "Place order" }).click();
      await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    });

  await page.goto(`/services?search=${encodeURIComponent(company)}`);
  for (const [, route, name] of ordered) {
    const service = page
      .getByRole("row")
      .filter({ has: page.getByRole("cell", { name: new RegExp(`^${name}( ·|$)`) }) });
    await expect(service, route).toHaveCount(1);
    // What our team sets up waits for it; a vendor may have been quicker than this page.
    await expect(service, route).toContainText(/Activating|Active/);
  }
});

test("ORD-21 each route of Microsoft 365 opens its add journey", async ({ page }, info) => {
  await signIn(page, reseller);
  const customer = await createCustomer(page, freshName(info, "Brook Microsoft"));
  for (const [, route, name] of ofMicrosoft365) await openJourney(page, customer, route, name);
});

/** Opens the first step of a product's journey by its address, and signs what is not signed yet. Loads the portal once. */
async function openJourney(page: Page, customer: string, route: string, name: string) {
  const address = `${customer}/add-service/${route}`;
  if (page.url() === "about:blank") await page.goto(address);
  else await page.evaluate((to) => history.pushState(null, "", to), address);
  const opened = page.getByRole("heading", { level: 1, name: `Add ${name}`, exact: true });
  const review = page.getByRole("button", { name: "Review and sign" });
  await expect(opened.or(review)).toBeVisible();
  if (await review.isVisible()) {
    await review.click();
    await signAgreement(page);
  }
  await expect(opened).toBeVisible();
  await expectLoaded(page);
}

/** Answers each step as far as the review. */
async function toReview(page: Page, answers: Record<string, string>) {
  const order = page.getByRole("button", { name: "Place order" });
  // Its choices and fields come with it: who looked sooner would find nothing to choose.
  await expect(page.locator("[aria-current=step]")).toBeVisible();
  for (let step = 0; step < 9 && !(await order.isVisible()); step++) {
    let asks = false;
    for (const [label, value] of Object.entries(answers)) {
      const field = page.getByLabel(label, { exact: true });
      if (!(await field.isVisible())) continue;
      asks = true;
      if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") await field.selectOption(value);
      else await field.fill(value);
    }
    // The other steps are the same for all products, and the main journey looks at them.
    if (asks) await expectNoFaults(page);
    const choices = page.getByRole("main").getByRole("checkbox");
    if ((await choices.count()) > 0 && !(await choices.first().isChecked())) await choices.first().check();
    await next(page);
  }
  await expect(order).toBeEnabled();
}
