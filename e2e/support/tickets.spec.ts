import { expect, expectNoFaults, freshName, resellerOf, signIn, test } from "../portal.ts";

test("a reseller opens a ticket, the operator answers it, and the open page, the bell and the file show it", async ({
  page,
  otherPage,
}, info) => {
  const subject = freshName(info, "Calls drop");
  await signIn(page, resellerOf(info).user);
  await page.goto("/support");
  await page.getByRole("link", { name: "Add support ticket" }).click();
  // Messages come from the schema, and the build once dropped them.
  await page.getByRole("button", { name: "Send ticket" }).click();
  await expect(page.getByText("Subject is required")).toBeVisible();
  await expect(page.getByText("Category is required")).toBeVisible();
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Category").selectOption("Technical");
  await page.getByLabel("Description").fill("Calls drop after two minutes.\nThe log is attached.");
  await page.locator("input[type=file]").setInputFiles({
    name: "calls.log",
    mimeType: "text/plain",
    buffer: Buffer.from("10:02 call lost"),
  });
  await expect(page.getByRole("button", { name: "Remove calls.log" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue(subject);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Send ticket" }).click();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  await expect(page.getByRole("log").getByText("Calls drop after two minutes.")).toBeVisible();

  await signIn(otherPage, "operator@tradewind.example");
  await otherPage.goto("/operator/tickets");
  await otherPage.getByLabel("Search by subject, number or reseller").fill(subject);
  // The header row and the ticket found: until then its row still moves up.
  await expect(otherPage.getByRole("table", { name: "Tickets" }).getByRole("row")).toHaveCount(2);
  await otherPage.getByRole("link", { name: subject }).click();
  const download = otherPage.waitForEvent("download");
  await otherPage.getByRole("button", { name: /calls\.log/ }).click();
  expect((await download).suggestedFilename()).toBe("calls.log");
  await otherPage.getByText("Internal note").click();
  await otherPage.getByRole("textbox", { name: "Internal note" }).fill("Known fault of the switch.");
  await otherPage.getByRole("button", { name: "Save note" }).click();
  await expect(otherPage.getByRole("log").getByText("Known fault of the switch.")).toBeVisible();
  await expect(otherPage.getByRole("textbox", { name: "Internal note" })).toHaveValue("");
  await otherPage.getByText("Reply", { exact: true }).click();
  await otherPage.getByLabel("Your message").fill("Please switch SIP ALG off in the router.");
  await otherPage.getByRole("button", { name: "Send and solve" }).click();
  await expect(otherPage.getByRole("log").getByText("Please switch SIP ALG off")).toBeVisible();
  await expectNoFaults(otherPage);

  // Nothing was pressed in the meantime: the page received the event.
  await expect(page.getByRole("log").getByText("Please switch SIP ALG off in the router.")).toBeVisible();
  await expect(page.getByText("Known fault of the switch.")).toBeHidden();
  await expect(page.getByText("This ticket is solved")).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByText(new RegExp(`solved T-\\d+ “${subject}”`)).first()).toBeVisible();
});
