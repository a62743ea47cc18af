import type { Page } from "@playwright/test";
import {
  createCustomer,
  expect,
  expectNoFaults,
  freshName,
  next,
  resellerOf,
  signIn,
  sumOf,
  test,
  tickAll,
} from "../portal.ts";

async function describeSite(page: Page, letter: string, name: string, areaCode: string, blocks: number) {
  const site = page.getByRole("group", { name: `Site ${letter}` });
  await site.getByLabel("Site name").fill(name);
  await site.getByLabel("Address line 1").fill("12 Mill Lane");
  await site.getByLabel("Town").fill("Bath");
  await site.getByLabel("Postcode").fill("BA1 1AA");
  await site.getByLabel("Area code").selectOption(areaCode);
  await site.getByRole("spinbutton", { name: "Blocks of ten numbers" }).fill(String(blocks));
}

test("ORD-42 ORD-45 ORD-49 hosted voice is ordered with three sites, completed from the work queue, and seen in its summary", async ({
  page,
  otherPage: staff,
}, info) => {
  const company = freshName(info, "Copper Kettle");
  const { user, currency } = resellerOf(info);
  await signIn(page, user);
  await page.goto(`${await createCustomer(page, company)}/add-service/hosted-voice`);
  await page.getByRole("checkbox", { name: "Standard user" }).check();
  await page.getByRole("checkbox", { name: "SIP licence" }).check();
  await next(page);
  await page.getByRole("group", { name: "Standard user" }).getByRole("spinbutton").fill("6");
  await next(page);
  await describeSite(page, "A", "Head office", "0117", 2);
  await page.getByRole("button", { name: "Add another site" }).click();
  await describeSite(page, "B", "Depot", "0161", 1);
  await page.getByRole("button", { name: "Add another site" }).click();
  await describeSite(page, "C", "Home of Priya", "0117", 1);
  await page.getByRole("group", { name: "Site C" }).getByLabel("Property type").selectOption("Residential");
  // Half behind the bar of the steps it would be too small a target.
  await page
    .getByRole("button", { name: "Remove site C" })
    .evaluate((button) => button.scrollIntoView({ block: "center" }));
  await expectNoFaults(page);
  await next(page);
  await page.getByLabel("Call reports to").fill("priya@example.com");
  await page.getByRole("checkbox", { name: "Every site has the bandwidth for its calls" }).check();
  await expectNoFaults(page);
  await next(page);
  // Six Standard users, one SIP licence and four blocks of numbers.
  const monthly = currency === "£" ? 6 * 4.6 + 3.2 + 4 * 2.1 : 6 * 5.38 + 3.74 + 4 * 2.46;
  await expect.poll(() => sumOf(page, "Charge now, net")).toBe(`${currency}${monthly.toFixed(2)}`);
  await expectNoFaults(page);
  const sent = page.waitForRequest((each) => each.method() === "POST" && each.url().endsWith("/api/voice-orders"));
  await page.getByRole("button", { name: "Place order" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    OrganisationName: company,
    Sites: [{ SiteName: "Head office", DDIBlocks: 2 }, { DDIAreaCode: "0161" }, { PropertyType: "residential" }],
    MitelLicences: 6,
    NonMitelLicences: 1,
    BandwidthConfirmed: true,
  });
  await expect(page.getByRole("heading", { level: 1, name: "Hosted Voice" })).toBeVisible();

  await signIn(staff, "operator@tradewind.example");
  await staff.goto("/operator/work");
  // A long queue draws what is in view.
  await staff.getByRole("searchbox").fill(company);
  await staff.getByRole("link", { name: new RegExp(`for ${company}, by`) }).click();
  await expect(staff.getByText("Site name: Home of Priya")).toBeVisible({ timeout: 40_000 });
  await expect(staff.getByText(/^Gets \+44117496\d{4} to/)).toHaveCount(3);
  await expectNoFaults(staff);
  await tickAll(staff);
  await staff.getByRole("button", { name: "Complete", exact: true }).click();
  await staff.getByRole("button", { name: "Complete order" }).click();

  await expect(page.getByText("Active", { exact: true })).toBeVisible({ timeout: 40_000 });
  await page.getByRole("tab", { name: /^Orders/ }).click();
  const filled = page.waitForResponse((each) =>
    /\/api\/customers\/[\da-f-]+\/voice-orders\/[\da-f-]+$/.test(each.url()),
  );
  await page.getByRole("button", { name: /^Summary of order/ }).click();
  expect((await filled).status()).toBe(200);
  const summary = page.getByRole("dialog", { name: /^Hosted voice order/ });
  await expect(summary.getByText("Completed")).toBeVisible();
  await expect(summary.getByRole("listitem")).toHaveCount(3);
  await expect(summary.getByRole("listitem").nth(2)).toHaveText(/^C\s*Home of Priya/);
  await expectNoFaults(page);
});

/** A British number that no other story has, of those that are kept for stories. */
const freshNumber = () => `03069 990${String(Math.floor(Math.random() * 1000)).padStart(3, "0")}`;
const typed = (day: string) => day.split("-").toReversed().join("/");

test("numbers of another provider are asked for, sent, accepted and called off", async ({
  page,
  otherPage: staff,
}, info) => {
  const company = freshName(info, "Tin Whistle");
  await signIn(page, resellerOf(info).user);
  await page.goto(`${await createCustomer(page, company)}/add-service/hosted-voice`);
  await page.getByRole("checkbox", { name: "SIP licence" }).check();
  await next(page);
  await next(page);
  await describeSite(page, "A", "Head office", "0117", 1);
  await next(page);
  await page.getByRole("checkbox", { name: "Every site has the bandwidth for its calls" }).check();
  await next(page);
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("button", { name: "Bring numbers here" }).click();
  const dialog = page.getByRole("dialog", { name: "Bring numbers here" });
  await dialog.getByLabel("Numbers", { exact: true }).fill(freshNumber());
  await dialog.getByRole("textbox", { name: "Old provider" }).fill("Old Telecom");
  await dialog.getByLabel("Account number").fill("GB1234");
  await dialog.getByLabel("Main billing number").fill("0117 496 0100");
  await dialog.getByLabel("Postcode on the bill").fill("BA1 1AA");
  await dialog.getByLabel("Letter of authority signed by").fill("Priya Shah");
  await expect(dialog.getByText(/at the earliest/)).toBeVisible();
  // The first working day that is far enough away is refused nowhere.
  const earliest = /(\d\d\/\d\d\/\d{4}) at the earliest/.exec((await dialog.textContent())!)![1]!;
  await dialog.getByRole("textbox", { name: "Wanted for" }).fill(earliest);
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Ask for the numbers" }).click();
  const port = page.getByRole("listitem").filter({ hasText: "1 number to Head office" });
  await expect(port.getByText("Requested")).toBeVisible();
  await expect(port.getByText("Letter missing")).toBeVisible();
  await port.getByRole("button", { name: /^Upload signed letter/ }).click();
  const letter = page.getByRole("dialog", { name: "Upload the signed letter" });
  await letter.getByLabel("File for: Letter of authority").setInputFiles({
    name: "letter.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n%%EOF"),
  });
  await letter.getByRole("textbox", { name: "Signed on" }).fill("02/01/2026");
  await expectNoFaults(page);
  await letter.getByRole("button", { name: "Upload letter" }).click();
  await expect(port.getByText("Letter there")).toBeVisible();

  await signIn(staff, "operator@tradewind.example");
  await staff.goto("/operator/work");
  const work = staff.getByRole("listitem").filter({ hasText: company }).filter({ hasText: "from Old Telecom" });
  await work.getByRole("button", { name: "Sent to provider" }).click();
  await staff.getByRole("button", { name: "It was sent" }).click();
  await work.getByRole("button", { name: "Set the day" }).click();
  await staff.getByRole("textbox", { name: "The numbers move on" }).fill(typed("2027-06-07"));
  await staff.getByRole("button", { name: "Set day" }).click();
  await expect(work.getByText(/Moves on 07\/06\/2027/)).toBeVisible();
  // Half behind the header a button of another row would be too small a target.
  await staff.evaluate(() => window.scrollTo(0, 0));
  await expectNoFaults(staff);

  // Told without being asked.
  await expect(port.getByText("Day set")).toBeVisible({ timeout: 20_000 });
  await expectNoFaults(page);
  await port.getByRole("button", { name: /^Call off/ }).click();
  await page.getByRole("dialog", { name: "Call this port off?" }).getByRole("button", { name: "Call off" }).click();
  await expect(port.getByText("Called off", { exact: true })).toBeVisible();
});
