import { expect, expectNoFaults, freshName, resellerOf, signIn, test } from "../portal.ts";

/** A statement of our account with one transfer, on a day long ago that no other run has. */
function statement(code: string, minor: number, payer: string, words: string): string {
  const day = new Date(Date.UTC(2001, 0, 1 + Math.floor(Math.random() * 8_000)))
    .toISOString()
    .slice(2, 10)
    .replaceAll("-", "");
  const amount = `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, "0")}`;
  return [
    ":20:STORY",
    ":25:GB33BUKB20201555555555",
    ":28C:1",
    `:60F:C${day}${code}0,00`,
    `:61:${day}C${amount}NTRFNONREF//${crypto.randomUUID().slice(0, 16)}`,
    `:86:?00X?20${words}?32${payer}`,
    `:62F:C${day}${code}${amount}`,
    "-",
  ].join("\n");
}

test("a bank transfer that names an invoice is allocated by staff, and its reseller sees what it paid", async ({
  page,
  otherPage: staff,
}, info) => {
  const { user, currency } = resellerOf(info);
  await signIn(page, user);
  await page.goto("/billing/invoices?status=open");
  await page.getByRole("table", { name: "Invoices" }).getByRole("link", { name: /^TW-/ }).last().click();
  await expect(page).toHaveURL(/invoice-detail/);
  const heading = page.getByRole("heading", { level: 1, name: /TW-/ });
  await expect(heading).toBeVisible();
  const [number] = /TW-\d+/.exec(await heading.innerText())!;

  const payer = freshName(info, "Payer");
  await signIn(staff, "operator@tradewind.example");
  await staff.goto("/operator/bank-transfers");
  await staff.getByRole("button", { name: "Import statements" }).first().click();
  const dialog = staff.getByRole("dialog", { name: "Import bank statements" });
  const send = async (text: string) => {
    const buffer = Buffer.from(text);
    await dialog.locator("input[type=file]").setInputFiles({ name: "story.sta", mimeType: "text/plain", buffer });
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
  };
  await send("no statement");
  await expect(dialog.getByRole("alert")).toContainText("Nothing was imported");
  await send(statement(currency === "£" ? "GBP" : "EUR", 107, payer, `${number} ON ACCOUNT`));
  await expect(staff.getByText("1 statement with 1 new line imported")).toBeVisible();
  // An earlier run's statement ended otherwise, which is said before it closes.
  const told = dialog.getByText("Imported; please look").first();
  await expect(async () => expect((await dialog.isHidden()) || (await told.isVisible())).toBe(true)).toPass();
  if (await told.isVisible()) await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expectNoFaults(staff);

  const row = staff.getByRole("list", { name: "To allocate" }).getByRole("listitem").filter({ hasText: payer });
  await expect(row).toContainText(`It names ${number}`);
  await row.getByRole("button", { name: /^Allocate:/ }).click();
  const allocation = staff.getByRole("dialog", { name: "Allocate transfer" });
  await expect(allocation.getByText("All of it is allocated")).toBeVisible();
  await expectNoFaults(staff);
  await allocation.getByRole("button", { name: "Allocate", exact: true }).click();
  await expect(staff.getByText("The transfer is allocated")).toBeVisible();

  await expect(page.getByText(`Bank transfer from ${payer}`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Bank transfer from ${payer}`)).toBeVisible();
});
