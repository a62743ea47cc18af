import { expect, expectNoFaults, resellerOf, signIn, test } from "../portal.ts";

const path = "/account-setting/whitelabelling";
const accentOf = () => getComputedStyle(document.documentElement).getPropertyValue("--accent");

test("a reseller changes its accent, and another browser of the same company follows at once", async ({
  page,
  otherPage,
}, info) => {
  const { user } = resellerOf(info);
  await signIn(otherPage, user);
  await otherPage.goto("/dashboard");
  await expect(otherPage.getByRole("heading", { level: 1 })).toBeVisible();
  await signIn(page, user);
  await page.goto(path);
  await page.getByRole("button", { name: "Orange" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("White label saved")).toBeVisible();
  await expect.poll(() => page.evaluate(accentOf)).toContain("#c2410c");
  await expect.poll(() => otherPage.evaluate(accentOf)).toContain("#c2410c");
  await expectNoFaults(page);

  await page.getByRole("button", { name: "Reset to default" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(() => otherPage.evaluate(accentOf)).toContain("#3a53d0");
});
