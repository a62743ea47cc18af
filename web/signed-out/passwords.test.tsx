import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { PasswordRule } from "@tradewind/domain/access/passwords.ts";
import { faults, faultsInBoth } from "../test/axe.ts";
import { fakeApi, refused, succeeded } from "../test/fake-api.ts";
import { widths } from "../test/widths.ts";
import { SignedOut } from "./signed-out.tsx";

const here = location.href;
beforeEach(() => {
  sessionStorage.clear();
  fakeApi({});
});
afterEach(() => {
  history.replaceState(null, "", here);
  sessionStorage.clear();
});

async function open(address: string, state: unknown = null) {
  history.replaceState(state, "", address);
  return render(<SignedOut />);
}
const key = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";
const link = `/change-password/customeruser/user%40acme.example/${key}`;
const good = "Juniper-Ferry-8841";
const Rules: PasswordRule[] = [
  { Type: "required", Message: "Password is required" },
  { Type: "MinimumLength", Length: 12, Message: "At least 12 characters" },
  { Type: "MinimumScore", Score: 3, Message: "Hard to guess" },
];
const works = { "POST /api/auth/passwords/check-key": succeeded({ Works: true }) };
const rules = (list: PasswordRule[] = Rules) => ({
  "GET /api/auth/passwords/validation-rules": succeeded({ Rules: list }),
  ...works,
});
const newPassword = (screen: Awaited<ReturnType<typeof open>>) =>
  screen.getByLabelText("New password", { exact: true });
const submit = (screen: Awaited<ReturnType<typeof open>>) =>
  screen.getByRole("button", { name: "Change password" }).click();
const changes = (sent: ReturnType<typeof fakeApi>) => sent.filter((line) => line.method === "PUT");
const saved = (userType = "enduser") => {
  const state = { token: key, userName: "user@acme.example", userType };
  sessionStorage.setItem("passwordState", JSON.stringify(state));
};

test.each(["/forget-password", "/reset-password"])("AUTH-08 AUTH-09 %s opens signed out", async (address) => {
  const sent = fakeApi({});
  const screen = await open(address);
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Forgot your password?");
  expect(sent).toEqual([]);
  expect(location.pathname).toBe(address);
});

test("AUTH-95 an empty name has its own words, and nothing is asked", async () => {
  const sent = fakeApi({});
  const screen = await open("/reset-password");
  await screen.getByRole("button", { name: "Send link" }).click();
  await expect
    .poll(() => screen.getByRole("alert").element().textContent)
    .toBe("Please enter your login name or email address!");
  expect(sent).toEqual([]);
});

test("AUTH-96 a reset is asked for with UserName alone, without a token", async () => {
  const sent = fakeApi({ "POST /api/auth/passwords/reset-requests": succeeded({}) });
  const screen = await open("/forget-password");
  await screen.getByLabelText("Login name or email address").fill(" user@acme.example ");
  await screen.getByRole("button", { name: "Send link" }).click();
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Check your email");
  expect(sent.map((line) => [line.method, JSON.parse(line.body), line.headers.has("authorization")])).toEqual([
    ["POST", { UserName: "user@acme.example" }, false],
  ]);
});

test.each([
  [{ EmailErrors: "No such mailbox", error_description: "Refused" }, "No such mailbox"],
  [{ error_description: "Refused" }, "Refused"],
  [{}, "Something went wrong on our side. Please try again; if it happens again, contact support."],
])("AUTH-97 a failed reset with %j says %j", async (body, text) => {
  fakeApi({ "POST /api/auth/passwords/reset-requests": { status: 500, body } });
  const screen = await open("/forget-password");
  await screen.getByLabelText("Login name or email address").fill("user");
  await screen.getByRole("button", { name: "Send link" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent(text);
});

test("AUTH-11 AUTH-98 AUTH-106 a mailed link opens signed out with the rules, and asks for no present password", async () => {
  const sent = fakeApi(rules());
  const screen = await open(link);
  await expect.element(newPassword(screen)).toBeVisible();
  expect(screen.getByLabelText("Current password").elements()).toHaveLength(0);
  expect(sent.map((line) => [line.path, line.headers.has("authorization")])).toEqual([
    ["/api/auth/passwords/check-key", false],
    ["/api/auth/passwords/validation-rules", false],
  ]);
  expect(JSON.parse(sent[0]!.body)).toEqual({ key });
  expect(location.pathname).toBe("/change-password");
});

test.each([
  { what: "was used or has expired", answer: succeeded({ Works: false }) },
  { what: "is no key at all", answer: refused(400, "invalidRequest", "Please check what you entered.") },
])("a mailed link whose key $what says so before anything is typed", async ({ answer }) => {
  const sent = fakeApi({ ...rules(), "POST /api/auth/passwords/check-key": answer });
  const screen = await open(link);
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("This link no longer works");
  expect(newPassword(screen).elements()).toHaveLength(0);
  expect(sent).toHaveLength(1);
  expect(await faults()).toEqual([]);
  expect(screen.getByRole("link", { name: "Ask for a new link" }).element().getAttribute("href")).toBe(
    "/forget-password",
  );
});

test("a mailed link that could not be asked about shows the form, which will tell", async () => {
  fakeApi({
    ...rules(),
    "POST /api/auth/passwords/check-key": refused(503, "unavailable", "The portal is restarting."),
  });
  await expect.element(newPassword(await open(link))).toBeVisible();
});

test("AUTH-100 AUTH-101 AUTH-112 a change by key sends the model without a present password, and leads to login", async () => {
  saved();
  const sent = fakeApi({ ...rules(), "PUT /api/auth/passwords/change": succeeded({}) });
  const screen = await open(link.replace("customeruser", "enduser"));
  await newPassword(screen).fill(good);
  await expect.element(screen.getByText("strong", { exact: true })).toBeVisible();
  await submit(screen);
  await expect.element(screen.getByRole("button", { name: "Continue" })).toBeVisible();
  expect(location.pathname).toBe("/login");
  expect(sessionStorage.getItem("passwordState")).toBeNull();
  expect(changes(sent).map((line) => JSON.parse(line.body))).toEqual([
    { key, userName: "user@acme.example", userType: "customeruser", oldPassword: null, newPassword: good },
  ]);
});

test.each([
  ["enduser", "customeruser"],
  ["enduseradmin", "customeruser"],
  ["admin", "admin"],
])(
  "AUTH-51 AUTH-52 AUTH-12 AUTH-98 AUTH-101 resetrequired for %s leads to the page, which sends kind and name as %s",
  async (userType, sentType) => {
    const sent = fakeApi({
      ...rules(),
      "POST /api/auth/token": {
        status: 400,
        body: { error: "reset_required", error_description: `resetrequired|${userType}|user@acme.example|${key}` },
      },
      "PUT /api/auth/passwords/change": succeeded({}),
    });
    const screen = await open("/sign-in", { username: "user@acme.example" });
    await screen.getByLabelText("Password", { exact: true }).fill("old one");
    await screen.getByRole("button", { name: "Sign in" }).click();
    await expect.element(newPassword(screen)).toBeVisible();
    expect(location.pathname).toBe("/change-password");
    expect(JSON.parse(sessionStorage.getItem("passwordState")!)).toEqual({
      token: key,
      userName: "user@acme.example",
      userType: sentType,
    });

    await newPassword(screen).fill(good);
    await expect.element(screen.getByText("strong", { exact: true })).toBeVisible();
    await submit(screen);
    await expect.element(screen.getByRole("alert")).toHaveTextContent("Current password is required");
    await screen.getByLabelText("Current password", { exact: true }).fill("old one");
    await submit(screen);
    await expect.poll(() => location.pathname).toBe("/login");
    expect(changes(sent).map((line) => JSON.parse(line.body))).toEqual([
      { key, userName: "user@acme.example", userType: sentType, oldPassword: "old one", newPassword: good },
    ]);
  },
);

test.each(["/change-password", "/change-password/", "/change-password/a/b"])(
  "AUTH-13 AUTH-12 %s without saved state goes to login",
  async (address) => {
    const screen = await open(address);
    await expect.element(screen.getByRole("button", { name: "Continue" })).toBeVisible();
    expect(location.pathname).toBe("/login");
  },
);

test("AUTH-99 FORM-24 a password that breaks a rule is not sent, and the rule is named", async () => {
  const sent = fakeApi(rules());
  const screen = await open(link);
  await newPassword(screen).fill("Qx7-short");
  await submit(screen);
  await expect.element(screen.getByRole("alert")).toHaveTextContent("At least 12 characters");
  await newPassword(screen).fill("password1234");
  await submit(screen);
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Hard to guess");
  expect(changes(sent)).toEqual([]);
});

const answering = async (answer: ReturnType<typeof refused>) => {
  saved();
  fakeApi({ ...rules(), "PUT /api/auth/passwords/change": answer });
  const screen = await open("/change-password");
  await screen.getByLabelText("Current password", { exact: true }).fill("old one");
  await newPassword(screen).fill(good);
  await expect.element(screen.getByText("strong", { exact: true })).toBeVisible();
  await submit(screen);
  return screen;
};

test("AUTH-109 a 401 says that the present password was wrong, and one stays on the page", async () => {
  const screen = await answering(refused(401, "currentPasswordIncorrect", "x"));
  await expect.poll(() => screen.getByRole("alert").element().textContent).toBe("Current password was incorrect.");
  expect(location.pathname).toBe("/change-password");
});

test("AUTH-110 a 400 says that the password does not meet requirements", async () => {
  const screen = await answering(refused(400, "passwordNotAllowed", "x"));
  await expect.poll(() => screen.getByRole("alert").element().textContent).toBe("Password does not meet requirements");
});

test("AUTH-111 any other failure shows the general message", async () => {
  const screen = await answering(refused(500, "unexpected", "Something went wrong on our side."));
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Something went wrong on our side.Reference r-1");
  expect(screen.getByRole("alert").element().textContent).not.toMatch(/incorrect|requirements/);
});

test("rules that fail to load show a message and can be tried again", async () => {
  fakeApi({
    ...works,
    "GET /api/auth/passwords/validation-rules": refused(503, "unavailable", "The portal is restarting."),
  });
  const screen = await open(link);
  await expect.element(screen.getByText("The portal is restarting.")).toBeVisible();
  fakeApi(rules());
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(newPassword(screen)).toBeVisible();
});

const meter = (screen: Awaited<ReturnType<typeof open>>) => screen.getByRole("meter", { name: "Password strength" });
const width = (screen: Awaited<ReturnType<typeof open>>) =>
  (meter(screen).element().firstElementChild as HTMLElement).style.width;

test("FORM-20 FORM-21 FORM-22 FORM-23 the meter and the ticks follow what is typed, and clear with it", async () => {
  fakeApi(rules());
  const screen = await open(link);
  const list = screen.getByRole("list", { name: "What the password must be" });
  await newPassword(screen).fill("password1234");
  await expect.element(screen.getByText("weak", { exact: true })).toBeVisible();
  await expect.poll(() => width(screen)).toBe("25%");
  await expect.element(list.getByText("At least 12 characters: kept")).toBeVisible();
  await expect.element(list.getByText("Hard to guess: not kept yet")).toBeVisible();
  await submit(screen);
  await expect.element(screen.getByRole("alert")).toBeVisible();

  await newPassword(screen).fill(good);
  await expect.element(screen.getByText("strong", { exact: true })).toBeVisible();
  await expect.poll(() => width(screen)).toBe("100%");
  await expect.element(list.getByText("Hard to guess: kept")).toBeVisible();

  await newPassword(screen).fill("");
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
  expect(width(screen)).toBe("0%");
  await expect.element(list.getByText(/kept/)).not.toBeInTheDocument();
});

test("FORM-24 FORM-25 FORM-26 every kind of rule the server serves has its line, and holds a password back", async () => {
  const Message = "Letters and digits only";
  const sent = fakeApi(
    rules([
      { Type: "required", Message: "Password is required" },
      { Type: "minLength", Length: 3, Message: "Three or more" },
      { Type: "pattern", Pattern: "^[A-Za-z0-9]+$", Message },
      {
        Type: "MultiplePattern",
        Patterns: [
          { Name: "upper", Pattern: "[A-Z]", Message: "An upper-case letter" },
          { Name: "digit", Pattern: "[0-9]", Message: "A digit" },
        ],
      },
    ]),
  );
  const screen = await open(link);
  for (const [typed, text] of [
    ["A1", "Three or more"],
    ["A1-b", Message],
    ["ab1", "An upper-case letter"],
    ["Abc", "A digit"],
  ] as const) {
    await newPassword(screen).fill(typed);
    await submit(screen);
    await expect.element(screen.getByRole("alert")).toHaveTextContent(text);
  }
  expect(screen.getByRole("listitem").elements()).toHaveLength(4);
  expect(changes(sent)).toEqual([]);
});

test("a generated password is strong and keeps every rule", async () => {
  fakeApi(rules());
  const screen = await open(link);
  await screen.getByRole("button", { name: "Generate password" }).click();
  await expect.element(screen.getByText("strong", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/not kept yet/)).not.toBeInTheDocument();
  await expect.element(newPassword(screen)).toHaveValue(expect.stringMatching(/^[A-Za-z0-9]{20}$/));
});

const places = ["/forget-password", link];
test.each(places.flatMap((place) => widths.map((wide) => ({ place, wide }))))(
  "axe finds nothing on $place at $wide px",
  async ({ place, wide }) => {
    await page.viewport(wide, 900);
    fakeApi(rules());
    const screen = await open(place);
    await expect.element(screen.getByRole("textbox").first()).toBeVisible();
    if (place === link) {
      await newPassword(screen).fill("password1234");
      await expect.element(screen.getByText("weak", { exact: true })).toBeVisible();
    }
    expect(await faultsInBoth()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(wide);
  },
);
