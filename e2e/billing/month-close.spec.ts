import { expect, expectLoaded, expectNoFaults, freshName, keepPicture, signIn, test } from "../portal.ts";

test("a month is closed over what is left, a colleague sees it and opens it again", async ({
  page,
  otherPage: colleague,
}, info) => {
  const [note, reason] = [freshName(info, "What is left waits"), freshName(info, "A statement came late")];
  await signIn(page, "operator@tradewind.example");
  await page.goto("/operator/months");
  const months = page.getByRole("table", { name: "Months" }).getByRole("link");
  await expect(months.first()).toBeVisible();
  await expectNoFaults(page);
  await months.last().click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(page.getByRole("heading", { name: "Still to be done" })).toBeVisible();
  await expectLoaded(page);
  await expectNoFaults(page);
  await keepPicture(page, "month");
  const name = await heading.innerText();
  await page.getByRole("button", { name: "Close month" }).click();
  const dialog = page.getByRole("dialog", { name: `Close ${name}` });
  await dialog.getByRole("textbox", { name: "Note" }).fill(note);
  await dialog.getByRole("button", { name: "Close month" }).click();
  await expect(page.getByText(`${name} is closed`)).toBeVisible();
  await expect(page.getByText(note)).toBeVisible();
  await expect(page.getByRole("button", { name: "Open again" })).toBeHidden();

  await signIn(colleague, "priya.nair@tradewind.example");
  await colleague.goto(new URL(page.url()).pathname);
  await colleague.getByRole("button", { name: "Open again" }).click();
  const again = colleague.getByRole("dialog", { name: `Open ${name} again` });
  await again.getByRole("textbox", { name: "Reason" }).fill(reason);
  await again.getByRole("button", { name: "Open again" }).click();
  await expect(colleague.getByText(reason)).toBeVisible();
  await page.reload();
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByRole("button", { name: "Close month" })).toBeVisible();
});
