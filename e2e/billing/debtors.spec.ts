import { expect, expectNoFaults, freshName, keepPicture, signIn, test } from "../portal.ts";

test("staff find who owes something, keep a promise and a note, which a colleague sees, write a penny off, which the colleague takes back; and look at what is expected", async ({
  page,
  otherPage: colleague,
}, info) => {
  await signIn(page, "operator@tradewind.example");
  await page.goto("/operator/debtors?sort=-owed");
  const list = page.getByRole("table", { name: "Debtors" });
  const first = list.getByRole("link").first();
  await expect(first).toBeVisible();
  await expectNoFaults(page);
  await keepPicture(page, "debtors");
  const name = await first.innerText();
  await first.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("list", { name: "Open invoices" }).getByRole("listitem").first()).toContainText(/TW-\d+/);
  await expectNoFaults(page);

  const words = freshName(info, "Rang");
  await page.getByRole("button", { name: "Promised to pay" }).click();
  const dialog = page.getByRole("dialog", { name: "Promised to pay" });
  await dialog.getByRole("textbox", { name: "Who said what" }).fill(words);
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Keep promise" }).click();
  await expect(page.getByText("The promise is kept")).toBeVisible();
  await expect(page.getByRole("list", { name: "Notes" }).getByRole("listitem").first()).toContainText(words);

  await signIn(colleague, "priya.nair@tradewind.example");
  await colleague.goto(new URL(page.url()).pathname);
  await expect(colleague.getByText(words)).toBeVisible();
  await colleague.getByRole("button", { name: "Add a note" }).click();
  const note = colleague.getByRole("dialog", { name: "Add a note" });
  await note.getByRole("textbox", { name: "Note" }).fill(`${words}, and again`);
  await note.getByRole("button", { name: "Keep note" }).click();
  await expect(colleague.getByText(`${words}, and again`)).toBeVisible();

  const open = page.getByRole("list", { name: "Open invoices" }).getByRole("listitem").first();
  const number = /TW-\d+/.exec((await open.textContent())!)![0];
  const reason = freshName(info, "Rounding");
  await page.getByRole("button", { name: `Write off ${number}` }).click();
  const writingOff = page.getByRole("dialog", { name: `Write off ${number}` });
  await writingOff.getByText("Short payment").click();
  await writingOff.getByRole("textbox", { name: /^Amount, with VAT/ }).fill("0.01");
  await writingOff.getByRole("textbox", { name: "Reason" }).fill(reason);
  await expectNoFaults(page);
  await writingOff.getByRole("button", { name: "Write off" }).click();
  const lines = (on: typeof page) =>
    on.getByRole("list", { name: "Write-offs" }).getByRole("listitem").filter({ hasText: reason });
  await expect(lines(page)).toContainText("Written off");
  await expectNoFaults(page);

  await colleague.goto("/operator/write-offs?state=posted");
  const row = colleague.getByRole("row").filter({ hasText: reason });
  await expect(row).toContainText(number);
  await expectNoFaults(colleague);
  await row.getByRole("button", { name: /^Actions for / }).click();
  await colleague.getByRole("button", { name: "Take back", exact: true }).click();
  await colleague.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await expect(row).toHaveCount(0);
  await expect(lines(page)).toContainText("Taken back");

  await page.goto("/operator/cash-expected");
  await expect(page.getByRole("list", { name: /^Expected in/ }).first()).toBeVisible();
  await expectNoFaults(page);
});
