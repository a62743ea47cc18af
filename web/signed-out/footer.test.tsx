import { render } from "vitest-browser-react";
import { expect, test } from "vitest";
import { faults } from "../test/axe.ts";
import { fakeApi, refused, succeeded } from "../test/fake-api.ts";
import { SignedOut } from "./signed-out.tsx";

const line = (Group: string, Label: string) => ({ Group, Label, Link: null, Policy: null });
const policy = (Id: string, Title: string) =>
  succeeded({
    Id,
    Title,
    Sections: ["content", "custom"].map((Type) => ({
      Type,
      Content: Type === "custom" ? "OptOuts" : `Text of ${Id}`,
      ContentLabel: null,
      AnchorValue: null,
      AnchorText: null,
      NestingLevel: 0,
    })),
  });

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  history.replaceState(null, "", "/login");
  const sent = fakeApi({
    "GET /api/footer/policies/privacy": policy("privacy", "Privacy and cookies policy"),
    "GET /api/footer/policies/terms": policy("terms", "Terms and conditions"),
    "GET /api/footer/buttons": succeeded({
      Items: [line("company", "Tradewind Distribution Ltd"), line("social", "LinkedIn")],
    }),
    ...answers,
  });
  const screen = await render(<SignedOut />);
  await expect.element(screen.getByRole("button", { name: "Company details" })).toBeVisible();
  return { screen, sent };
}

test("SHELL-35 SHELL-43 SET-11 the footer of the sign-in pages opens privacy and cookies policy, terms and conditions, and company details", async () => {
  const { screen, sent } = await open();
  const footer = screen.getByRole("contentinfo");
  for (const [name, text] of [
    ["Privacy and cookies policy", "Text of privacy"],
    ["Terms and conditions", "Text of terms"],
    ["Company details", "Tradewind Distribution Ltd"],
  ] as const) {
    await footer.getByRole("button", { name }).click();
    const dialog = screen.getByRole("dialog", { name });
    await expect.element(dialog.getByText(text)).toBeVisible();
    expect(await faults()).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(screen.getByRole("dialog").elements()).toHaveLength(0);
  }
  expect(sent.filter(({ path }) => path.startsWith("/api/footer/")).map(({ path }) => path)).toEqual([
    "/api/footer/policies/privacy",
    "/api/footer/policies/terms",
    "/api/footer/buttons",
  ]);
  expect(sent.some(({ headers }) => headers.has("authorization"))).toBe(false);
});

test("SET-13 people who are not signed in can read what they could opt out of", async () => {
  const { screen } = await open();
  await screen.getByRole("button", { name: "Privacy and cookies policy" }).click();
  const list = screen.getByRole("list", { name: "Messages you can choose" });
  for (const name of ["Newsletters", "Product news", "Surveys", "Billing emails"])
    await expect.element(list.getByText(name)).toBeVisible();
  await expect.element(screen.getByText("Sign in to choose which of them reach you.")).toBeVisible();
});

test("company details that fail to load can be tried again", async () => {
  let failing = true;
  const { screen } = await open({
    "GET /api/footer/buttons": () =>
      failing
        ? refused(429, "tooManyRequests", "Please wait a moment.")
        : succeeded({ Items: [line("company", "Tradewind Distribution Ltd")] }),
  });
  await screen.getByRole("button", { name: "Company details" }).click();
  await expect.element(screen.getByText("Please wait a moment.")).toBeVisible();
  failing = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Tradewind Distribution Ltd")).toBeVisible();
});
