import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults, faultsInBoth } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { chooseScheme } from "../../platform/theme.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const line = (Group: string, Label: string, more: object = {}) => ({ Group, Label, Link: null, Policy: null, ...more });
const buttons = [
  line("social", "LinkedIn", { Link: "https://linkedin.example/tradewind" }),
  line("legal", "Privacy policy", { Policy: "privacy" }),
  line("legal", "Data protection statement", { Policy: "dataProtection" }),
  line("legal", "Communication preferences", { Link: "/opt-out" }),
  line("company", "Tradewind Distribution Ltd"),
  line("company", "Company number 09876543"),
  line("terms", "Terms and conditions", { Policy: "terms" }),
];
const section = (Type: string, Content: string, more: object = {}) => ({
  Type,
  Content,
  ContentLabel: null,
  AnchorValue: null,
  AnchorText: null,
  NestingLevel: 0,
  ...more,
});
const privacy = {
  Id: "privacy",
  Title: "Privacy and cookies policy",
  Sections: [
    section("content", "What we keep."),
    section("header", "Who we are", { AnchorValue: "who", AnchorText: "Who we are" }),
    section("subContent", "To serve you well.", { ContentLabel: "Why.", NestingLevel: 1 }),
    section("list", "Your name\nYour telephone", { NestingLevel: 2 }),
    ...Array.from({ length: 30 }, (_, at) => section("content", `Paragraph ${at}`)),
    section("header", "Messages", { AnchorValue: "messages", AnchorText: "Messages" }),
    section("custom", "OptOuts"),
    section("custom", "Unknown"),
  ],
};
const optOuts = (out: readonly string[] = []) => ({
  Items: ["Newsletters", "Surveys"].map((Label) => ({
    Id: Label.toLowerCase(),
    Label,
    Description: `About ${Label.toLowerCase()}.`,
    OptedOut: out.includes(Label.toLowerCase()),
  })),
});

async function open(path: string, answers: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/footer/buttons": succeeded({ Items: buttons }),
    "GET /api/footer/policies/privacy": succeeded(privacy),
    "GET /api/footer/opt-outs": succeeded(optOuts(["surveys"])),
    ...answers,
  });
  return { sent, ...(await renderApp(path)) };
}

test("SHELL-34 SHELL-36 the footer holds social links, legal links, the company and the terms, as its call answers", async () => {
  const { screen, sent } = await open("/account-setting");
  const footer = screen.getByRole("contentinfo");
  for (const name of ["Follow us", "Legal", "Company", "Terms"])
    await expect.element(footer.getByRole("region", { name })).toBeVisible();
  await expect
    .element(footer.getByRole("link", { name: "LinkedIn" }))
    .toHaveAttribute("href", "https://linkedin.example/tradewind");
  await expect.element(footer.getByRole("link", { name: "LinkedIn" })).toHaveAttribute("target", "_blank");
  await expect
    .element(footer.getByRole("link", { name: "Communication preferences" }))
    .toHaveAttribute("href", "/opt-out");
  await expect.element(footer.getByText("Company number 09876543")).toBeVisible();
  expect(sent.filter(({ path }) => path === "/api/footer/buttons")).toHaveLength(1);
});

test("the colour switch follows choices made elsewhere on this page and in another window", async () => {
  const { screen } = await open("/account-setting");
  const choice = (name: string) => screen.getByRole("radio", { name });
  await expect.element(choice("Auto")).toBeChecked();
  chooseScheme("dark", "default");
  await expect.element(choice("Dark")).toBeChecked();
  localStorage.setItem("colourScheme", "light");
  dispatchEvent(new StorageEvent("storage", { key: "colourScheme" }));
  await expect.element(choice("Light")).toBeChecked();
  expect(document.documentElement.dataset["scheme"]).toBe("light");
});

test("SHELL-36 other data makes another footer, and none of it is an error on the page", async () => {
  const other = await open("/account-setting", {
    "GET /api/footer/buttons": succeeded({ Items: [line("social", "Forum", { Link: "https://forum.example" })] }),
  });
  await expect.element(other.screen.getByRole("link", { name: "Forum" })).toBeVisible();
  expect(other.screen.getByText("Company number 09876543").elements()).toHaveLength(0);
  await other.screen.unmount();
  const { screen } = await open("/account-setting", {
    "GET /api/footer/buttons": refused(409, "conflict", "Something went wrong."),
  });
  await expect.element(screen.getByRole("contentinfo")).toBeVisible();
  expect(screen.getByText("Something went wrong.").elements()).toHaveLength(0);
});

test("SHELL-43 SHELL-44 SET-11 SET-13 the policies open in a popup, the privacy policy with what was opted out of", async () => {
  const statement = section("content", "In effect since 25 May 2018; a breach is notified within 72 hours.");
  const { screen, router, sent } = await open("/account-setting", {
    "GET /api/footer/policies/dataProtection": succeeded({
      Id: "dataProtection",
      Title: "Data protection statement",
      Sections: [statement],
    }),
  });
  await screen.getByRole("button", { name: "Data protection statement" }).click();
  const statementDialog = screen.getByRole("dialog", { name: "Data protection statement" });
  await expect.element(statementDialog.getByText(/25 May 2018/)).toBeVisible();
  await statementDialog.getByRole("button", { name: "Close" }).click();

  await screen.getByRole("button", { name: "Privacy policy" }).click();
  const dialog = screen.getByRole("dialog", { name: "Privacy and cookies policy" });
  const list = dialog.getByRole("list", { name: "Messages you can choose" });
  await expect.element(list.getByText("Not received")).toBeInTheDocument();
  await expect.element(list.getByText("Received", { exact: true })).toBeInTheDocument();
  expect(sent.map(({ path }) => path)).toContain("/api/footer/policies/privacy");
  await dialog.getByRole("link", { name: "Change your preferences" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/opt-out");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Communication preferences" })).toBeVisible();
  expect(screen.getByRole("dialog").elements()).toHaveLength(0);
});

test("SET-12 each type of section is drawn, anchors jump, nesting indents", async () => {
  const { screen } = await open("/account-setting");
  await screen.getByRole("button", { name: "Privacy policy" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByRole("heading", { level: 3, name: "Who we are" })).toBeVisible();
  await expect.element(dialog.getByText("What we keep.")).toBeVisible();
  await expect.element(dialog.getByText("Why.")).toBeVisible();
  const [name, text] = [dialog.getByText("Your name").element(), dialog.getByText("What we keep.").element()];
  expect(name.tagName).toBe("LI");
  const leftOf = (element: Element) => element.getBoundingClientRect().left;
  expect(leftOf(dialog.getByText("Why.").element()) - leftOf(text)).toBeGreaterThan(10);
  expect(leftOf(name) - leftOf(dialog.getByText("Why.").element())).toBeGreaterThan(10);
  const heading = dialog.getByRole("heading", { level: 3, name: "Messages" });
  const body = dialog.element().querySelector("[data-body]")!;
  const inView = () => heading.element().getBoundingClientRect().top < body.getBoundingClientRect().bottom;
  expect(inView()).toBe(false);
  await dialog.getByRole("button", { name: "Messages" }).click();
  await expect.poll(inView).toBe(true);
  expect(await faults()).toEqual([]);
});

test("a policy that fails to load shows a message and can be tried again", async () => {
  let failing = true;
  const { screen } = await open("/account-setting", {
    "GET /api/footer/policies/terms": () =>
      failing
        ? refused(429, "tooManyRequests", "Too many requests. Please wait a moment and try again.")
        : succeeded({
            Id: "terms",
            Title: "Terms and conditions",
            Sections: [section("content", "These are the terms.")],
          }),
  });
  await screen.getByRole("button", { name: "Terms and conditions" }).click();
  await expect.element(screen.getByText("Too many requests. Please wait a moment and try again.")).toBeVisible();
  failing = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("These are the terms.")).toBeVisible();
});

test("SET-09 SET-10 the opt-out form is filled by one call and saved by another, and stays so", async () => {
  let out: string[] = ["surveys"];
  const { screen, sent } = await open("/opt-out", {
    "GET /api/footer/opt-outs": () => succeeded(optOuts(out)),
    "PUT /api/footer/opt-outs": ({ body }) => {
      out = (JSON.parse(body) as { OptedOut: string[] }).OptedOut;
      return succeeded(optOuts(out));
    },
  });
  await expect.element(screen.getByRole("checkbox", { name: /^Surveys/ })).not.toBeChecked();
  await expect.element(screen.getByRole("checkbox", { name: /^Newsletters/ })).toBeChecked();
  await expect.element(screen.getByRole("button", { name: "Save preferences" })).toBeDisabled();
  await screen.getByText("Newsletters").click();
  await screen.getByText("Surveys").click();
  await screen.getByRole("button", { name: "Save preferences" }).click();
  await expect.element(screen.getByText("Your preferences were saved")).toBeVisible();
  expect(out).toEqual(["newsletters"]);
  expect(sent.filter(({ path }) => path === "/api/footer/opt-outs").map(({ method }) => method)).toEqual([
    "GET",
    "PUT",
    "GET",
  ]);
  await expect.element(screen.getByRole("checkbox", { name: /^Newsletters/ })).not.toBeChecked();
  await expect.element(screen.getByRole("checkbox", { name: /^Surveys/ })).toBeChecked();
});

test("the opt-out form shows what went wrong, and is not for staff on a visit", async () => {
  const first = await open("/opt-out", { "PUT /api/footer/opt-outs": refused(409, "conflict", "It was not saved.") });
  await first.screen.getByText("Newsletters").click();
  await first.screen.getByRole("button", { name: "Save preferences" }).click();
  await expect.element(first.screen.getByText("It was not saved.")).toBeVisible();
  await first.screen.unmount();
  const { screen } = await open("/opt-out", {
    "GET /api/session": succeeded({ ...sessionOf(), JumpedBy: "Olive Operator" }),
  });
  await expect.element(screen.getByRole("checkbox", { name: /^Newsletters/ })).toBeDisabled();
});

test.each(bothEnds)("axe finds nothing on the opt-out form and its footer at %i px", async (width) => {
  await page.viewport(width, 900);
  const { screen } = await open("/opt-out");
  await expect.element(screen.getByRole("checkbox", { name: /^Newsletters/ })).toBeVisible();
  await expect.element(screen.getByText("Company number 09876543")).toBeVisible();
  expect(await faultsInBoth()).toEqual([]);
});
