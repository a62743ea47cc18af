import type { Page } from "@playwright/test";
import { addCustomer, expect, expectNoFaults, freshName, signIn, test } from "../portal.ts";

/** Chooses an entry of the Support menu, at any width. */
async function choose(page: Page, role: "button" | "link", name: RegExp) {
  const menu = page.getByRole("button", { name: "Open menu" });
  const small = page.getByRole("navigation", { name: "Main" });
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  else await page.getByRole("button", { name: "Support", exact: true }).click();
  await ((await menu.isVisible()) ? small : page).getByRole(role, { name }).first().click();
}

/** Nothing in the chat's document, where the provider's script runs, can read the portal around it or call it. */
async function expectApart(page: Page) {
  const framed = page.frames().find((frame) => new URL(frame.url()).pathname === "/live-chat");
  const reached = await framed!.evaluate(() => {
    const attempt = (read: () => unknown) => {
      try {
        return typeof read();
      } catch (error) {
        return (error as DOMException).name;
      }
    };
    return [
      self.origin,
      attempt(() => window.parent.document),
      attempt(() => window.parent.fetch),
      attempt(() => localStorage),
      attempt(() => document.cookie),
    ];
  });
  expect(reached).toEqual(["null", ...Array.from({ length: 4 }, () => "SecurityError")]);
}

test("KB-02 KB-04 COMM-01 CHAT-02 CHAT-03 somebody who is stuck reads, writes, asks the community and chats", async ({
  page,
}, info) => {
  const [reply, question] = [freshName(info, "The same here"), freshName(info, "Where is my order")];
  await signIn(page, "reseller@harbour.example");
  await addCustomer(page, freshName(info, "Rowan Books"));
  await choose(page, "button", /^Knowledge base/);
  const panel = page.getByRole("complementary", { name: "Knowledge base" });
  await expect(panel.getByText("For this page")).toBeVisible();
  await panel.getByRole("button", { name: "Getting started" }).click();
  await panel.getByRole("button", { name: "Signing in" }).click();
  await panel.getByRole("button", { name: "Two-step sign-in" }).click();
  await panel.getByRole("button", { name: "Set up an authenticator app" }).click();
  const picture = panel.getByRole("img", { name: "The form in which the six digits are typed" });
  await expect(picture).toHaveAttribute("src", /^\/help-pictures\//);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await panel.getByRole("searchbox").fill("autenticator app");
  await expect(panel.getByText("Found")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
  await expectNoFaults(page);
  await panel.getByRole("button", { name: "Set up an authenticator app" }).click();
  await panel.getByRole("link", { name: "Add a support ticket" }).click();
  await page.waitForURL("**/support/add-new-ticket");
  await panel.getByRole("button", { name: "Close knowledge base" }).click();
  await expect(panel).toHaveCount(0);
  await page.getByLabel("Subject").fill("My card was declined");
  const suggested = page.getByRole("region", { name: "Articles that may help" });
  await suggested.getByRole("button", { name: "My card was declined" }).click();
  await expect(panel.getByText(/The reason is next to the payment/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);

  const popup = page.waitForEvent("popup");
  await choose(page, "link", /^Community/);
  const forum = await popup;
  await forum.getByRole("link", { name: "Yearly term billed monthly, or monthly term?" }).click();
  await forum.getByRole("link", { name: "Sign in" }).click();
  await expect(forum.getByText("Signed in as Morgan Hale")).toBeVisible();
  await forum.getByLabel("Your reply").fill(reply);
  await forum.getByRole("button", { name: "Reply" }).click();
  await expect(forum.getByText(reply)).toBeVisible();
  await forum.close();

  const asked = page.waitForRequest(/\/window\?license=15274881&/);
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  await asked;
  const chat = page.frameLocator("iframe[title='Live chat']").frameLocator("iframe[title='Chat window']");
  await expect(chat.getByText("Morgan Hale · reseller@harbour.example")).toBeVisible();
  await expectApart(page);
  await chat.getByLabel("Write a message").fill(question);
  await chat.getByRole("button", { name: "Send" }).click();
  await expect(chat.getByText(question)).toBeVisible();
  expect(await page.content()).not.toContain("15274881");
  await page.reload();
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  await expect(chat.getByText(question)).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Chat", exact: true })).toHaveCount(0);
});

test("KB-01 KB-12 where the feature is off the entry opens the help site, which knows who comes", async ({ page }) => {
  await signIn(page, "reseller@liffey.example");
  await page.goto("/dashboard");
  const popup = page.waitForEvent("popup");
  await choose(page, "link", /^Knowledge base/);
  const site = await popup;
  await expect(site.getByText(/^Signed in as/)).toBeVisible();
  await expect(site).not.toHaveURL(/jwt=/);
  await expect(site.getByRole("link", { name: "Words we use" })).toBeVisible();
});
