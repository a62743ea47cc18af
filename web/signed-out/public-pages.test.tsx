import { afterEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { faults } from "../test/axe.ts";
import { fakeApi, refused, succeeded, tokenAnswer } from "../test/fake-api.ts";
import { keepHere } from "../test/leaving.ts";
import { SignedOut } from "./signed-out.tsx";

const here = location.href;
afterEach(() => history.replaceState(null, "", here));

async function open(address: string, handlers: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi(handlers);
  history.replaceState(null, "", address);
  return { sent, screen: await render(<SignedOut />) };
}
type Opened = Awaited<ReturnType<typeof open>>;
const missing = refused(404, "notFound", "We could not find this.");
const showsLogin = async ({ screen }: Opened) => {
  await expect.element(screen.getByRole("button", { name: "Continue" })).toBeVisible();
  expect(location.pathname).toBe("/login");
};

test("AUTH-03 login shows exactly two links to other portals", async () => {
  const written = document.createElement("meta");
  written.name = "portals";
  written.content = JSON.stringify([
    { name: "Voice portal", address: "https://voice.example/" },
    { name: "Hardware portal", address: "https://hardware.example/" },
  ]);
  document.head.append(written);
  onTestFinished(() => written.remove());
  const { screen } = await open("/login");
  const portals = screen.getByRole("navigation", { name: "Other portals" });
  await expect.element(portals).toBeVisible();
  const outbound = [...document.querySelectorAll("a")].filter(({ host }) => host !== location.host);
  expect(outbound.map(({ textContent }) => textContent)).toEqual(["Voice portal", "Hardware portal"]);
  expect(await faults()).toEqual([]);
});

test("CHAT-03 there is no chat on the sign-in page, and none is asked for", async () => {
  const { screen, sent } = await open("/login");
  await expect.element(screen.getByRole("button", { name: "Continue" })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([screen.getByRole("button", { name: "Chat" }).query(), document.querySelector("iframe")]).toEqual([
    null,
    null,
  ]);
  expect(sent.filter(({ path }) => path.includes("chat"))).toEqual([]);
});

const staff = "019a0000-0000-7000-8000-000000000007";

test("AUTH-05 AUTH-55 AUTH-89 the link of an admin jump opens sign-in itself, and its parts are sent with the grant", async () => {
  const wanted = keepHere();
  localStorage.setItem("userType", "admin");
  const { sent } = await open(`/sign-in#cmtoken=a.b.c&adminid=${staff}`, {
    "POST /api/auth/token": { body: tokenAnswer() },
  });
  await expect.poll(() => wanted, { timeout: 5000 }).toEqual(["/"]);
  // The person who was signed in here before has taken on another role (SHELL-33).
  expect(localStorage.getItem("previousUserType")).toBe("admin");
  expect(location.pathname + location.hash).toBe("/sign-in");
  const form = Object.fromEntries(new URLSearchParams(sent[0]!.body));
  expect(form).toMatchObject({ grant_type: "sysops", cmtoken: "a.b.c", adminid: staff, client_id: "tradewind-portal" });
  expect(sent.map(({ path }) => path)).toEqual(["/api/auth/token", "/api/auth/login-user"]);
});

test("AUTH-89 a jump that is refused says so", async () => {
  const { screen } = await open(`/sign-in#cmtoken=a.b.c&adminid=${staff}`, {
    "POST /api/auth/token": { status: 400, body: { error: "invalid_grant", error_description: "It is over." } },
  });
  await expect.element(screen.getByRole("alert")).toHaveTextContent("It is over.");
});

test("AUTH-20 a spam-release link makes one call without a token, with both ids, and says that it was done", async () => {
  const { sent, screen } = await open("/spam-release/M%2F1/U2", {
    "GET /api/mailbox/spam-release": succeeded({ Subject: "Your quote" }),
  });
  await expect.element(screen.getByRole("heading", { name: "The message was released" })).toBeVisible();
  // The page appears in the frame of the sign-in pages, with the logo and the footer.
  await expect.element(screen.getByRole("button", { name: "Company details" })).toBeVisible();
  expect(
    sent.map(({ path, query, headers }) => [path, query.get("MID"), query.get("UID"), headers.has("authorization")]),
  ).toEqual([["/api/mailbox/spam-release", "M/1", "U2", false]]);
});

test("AUTH-21 a spam release that fails ends any session and shows login", async () => {
  localStorage.setItem("username", "somebody");
  const opened = await open("/spam-release/M1/U2", { "GET /api/mailbox/spam-release": missing });
  await showsLogin(opened);
  expect(localStorage.getItem("username")).toBeNull();
  await expect.poll(() => opened.sent.at(-1)!.path).toBe("/api/auth/sign-out");
});

test.each([
  ["AUTH-22", "/spam-release/abc"],
  ["AUTH-26", "/verify-email-archive-access/full"],
])("%s %s lacks a part: any session ends, and login shows", async (_row, address) => {
  localStorage.setItem("username", "somebody");
  const opened = await open(address);
  await showsLogin(opened);
  expect(localStorage.getItem("username")).toBeNull();
  expect(opened.sent.filter(({ path }) => path.startsWith("/api/mailbox/"))).toEqual([]);
});

test("AUTH-23 AUTH-24 an archive link makes one call without a token, with type and token, and reads as success", async () => {
  const { sent, screen } = await open("/verify-email-archive-access/full/T1", {
    "GET /api/mailbox/archive-access": succeeded({}),
  });
  await expect.element(screen.getByRole("heading", { name: "Access confirmed" })).toBeVisible();
  await expect.element(screen.getByText(/was confirmed/)).toBeVisible();
  expect(
    sent.map(({ path, query, headers }) => [
      path,
      query.get("AccessType"),
      query.get("Token"),
      headers.has("authorization"),
    ]),
  ).toEqual([["/api/mailbox/archive-access", "full", "T1", false]]);
});

test("AUTH-25 an archive link that is wrong reads as failure, and the page stays", async () => {
  const { screen } = await open("/verify-email-archive-access/full/T1", { "GET /api/mailbox/archive-access": missing });
  await expect.element(screen.getByRole("heading", { name: "Access not confirmed" })).toBeVisible();
  await expect.element(screen.getByText(/wrong or has expired/)).toBeVisible();
  expect(location.pathname).toBe("/verify-email-archive-access/full/T1");
});

test("AUTH-07 signup is open to anybody: it names what is missing, and thanks for the rest", async () => {
  await page.viewport(390, 900);
  const { sent, screen } = await open("/signup", {
    "POST /api/applications": ({ body }) =>
      JSON.parse(body).CompanyName
        ? succeeded({})
        : refused(400, "invalidRequest", "Some of the values sent cannot be used.", {
            CompanyName: "Company name is required",
            Email: "Must be a valid email address",
          }),
  });
  await screen.getByRole("button", { name: "Send application" }).click();
  await expect.element(screen.getByText("Company name is required")).toBeVisible();
  await expect.element(screen.getByText("Must be a valid email address")).toBeVisible();
  expect(await faults()).toEqual([]);
  await expect.element(screen.getByLabelText("Company name")).toHaveFocus();
  for (const [label, value] of [
    ["Company name", "Northwind IT"],
    ["Contact name", "Nora Wind"],
    ["Email", "nora@northwind.example"],
    ["Telephone", "01174 960 000"],
  ] as const)
    await screen.getByLabelText(label).fill(value);
  await screen.getByRole("button", { name: "Send application" }).click();
  await expect.element(screen.getByText(/nora@northwind.example/)).toBeVisible();
  expect(JSON.parse(sent.at(-1)!.body)).toMatchObject({ CompanyName: "Northwind IT", Country: "GB" });
  expect(location.pathname).toBe("/signup");
});
