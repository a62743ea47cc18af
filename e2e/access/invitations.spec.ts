import { accept, invitationTo } from "../invitations.ts";
import { expect, expectNoFaults, freshName, signIn, test } from "../portal.ts";

test("AUTH-07 a company applies, is accepted and invited, and its first person comes in by the newest link", async ({
  page,
  otherPage,
}, info) => {
  const company = freshName(info, "Estuary Cloud");
  const email = `nora-${Date.now()}@estuary-cloud.example`;
  await otherPage.goto("/signup");
  await otherPage.getByLabel("Company name").fill(company);
  await otherPage.getByLabel("Contact name").fill("Nora Whitfield");
  await otherPage.getByLabel("Email").fill(email);
  await otherPage.getByLabel("Telephone").fill("01174 960 148");
  await otherPage.getByRole("button", { name: "Send application" }).click();
  await expect(otherPage.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();

  await signIn(page, "operator@tradewind.example");
  await page.goto("/operator/applications");
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: company }) });
  await card.getByRole("button", { name: "Accept" }).click();
  const dialog = page.getByRole("dialog", { name: `Accept ${company}?` });
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect(dialog).toBeHidden();
  const first = await invitationTo(email);

  await page.getByText("Decided", { exact: true }).click();
  await expect(card.getByText(/^Invited, the link is valid until/)).toBeVisible();
  await card.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("button", { name: "Send invitation" }).click();
  const second = await invitationTo(email, 2);
  await otherPage.goto(first);
  await expect(otherPage.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();

  await accept(otherPage, second, company);
  // A new company must read and sign the general agreement before anything else.
  await expect(otherPage).toHaveURL(/\/account-setting\/terms-conditions\/0\/true\/true(\?|$)/);
  await page.reload();
  await page.getByText("Decided", { exact: true }).click();
  await expect(card.getByText(/^Accepted \d/)).toBeVisible();
});

test("ACL-44 ACL-50 a reseller invites an engineer, sees them come in, and suspends them", async ({
  page,
  otherPage,
}, info) => {
  const email = `jo-${Date.now()}@harbour.example`;
  const unlike = `${info.project.name}${Date.now() % 1e6}`;
  const name = `Lane ${unlike.replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}`;
  await signIn(page, "reseller@harbour.example");
  await page.goto("/account-setting/manage-access?tab=engineer");
  await page.getByRole("link", { name: "Invite a colleague" }).click();
  await page.getByLabel("First name").fill("Jo");
  await page.getByLabel("Last name").fill(name);
  await page.getByLabel("Email address").fill(email);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Jo ${name}`)).toBeVisible();

  await accept(otherPage, await invitationTo(email), "Harbour IT");
  await page.reload();
  await page.getByRole("searchbox", { name: "Search name, username or address" }).fill(email);
  // The header row and the person found.
  await expect(page.getByRole("table", { name: "People" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: `Jo ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Jo ${name}` })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Suspended", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Reactivate" })).toBeVisible();

  await otherPage.goto("/customers");
  await expect(otherPage).toHaveURL(/\/login/);
});
