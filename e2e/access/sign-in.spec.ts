import { jump } from "@tradewind/contract/access/jump.ts";
import { twinsIn } from "@tradewind/tools/demo/twins.ts";
import type { Page, TestInfo } from "@playwright/test";
import { callAs, codeOf, enrol, tokenOf } from "../authenticator.ts";
import { expect, expectNoFaults, isLong, longTest, password, test } from "../portal.ts";

/** The five kinds of user, the demo account each is like, and where each lands. */
const kinds = {
  reseller: { original: "reseller@harbour.example", lands: /\/dashboard$/ },
  engineer: { original: "engineer@harbour.example", lands: /\/dashboard$/ },
  "end-user admin": { original: "admin@acme.example", lands: /\/dashboard$/ },
  "end user": { original: "user@acme.example", lands: /\/services$/ },
  operator: { original: "operator@tradewind.example", lands: /\/operator\/work$/ },
} as const;
type Kind = keyof typeof kinds;
const all = Object.keys(kinds) as Kind[];
const tenants = all.filter((kind) => kind !== "operator");
/** Who comes in another way lands as by password: a long run has all kinds come so, others the first. */
const someOf = (who: readonly Kind[]) => (isLong ? who : who.slice(0, 1));

/** Whom the simulated provider knows, by kind, and as which number. */
const atProvider: Partial<Record<Kind, string>> = {
  reseller: "indy",
  engineer: "harper",
  "end-user admin": "cleo",
  "end user": "drew",
};
const issuer = "https://sign-in.tradewind.example";
const tenant = "7c1d2f6e-90ab-4c6b-8b0e-3a5c1d2e4f60";
/** A Microsoft account of its own for each width. */
const workAccountOf = (info: TestInfo) =>
  info.project.name === "390"
    ? { userName: "sam@harbour-work.example", oid: "5d0c8a52-1f2e-4d0f-9a55-0d8f6d1c7a04" }
    : { userName: "robin@harbour-work.example", oid: "5d0c8a52-1f2e-4d0f-9a55-0d8f6d1c7a03" };

const run = Date.now() % 1e7;
const twinOf = (kind: Kind, info: TestInfo, what = "") =>
  `${kind.replace(/\W/g, "-")}${what}-${info.project.name}-${run}@twin.example`;
let twins: ReturnType<typeof twinsIn>;

test.beforeAll(async ({ browserName: _ }, info) => {
  twins = twinsIn(process.env["E2E_DATA"]!);
  for (const kind of all)
    for (const what of ["", "-coded"]) await twins.add(kinds[kind].original, twinOf(kind, info, what));
  await twins.add(kinds.operator.original, twinOf("operator", info, "-visitor"));
  for (const kind of tenants) {
    const name = atProvider[kind]!;
    if (kind === "end-user admin") continue;
    await twins.add(kinds[kind].original, `${name}@harbour-sso.example`);
    await twins.link("sso", issuer, `sso-${name}`, `${name}@harbour-sso.example`);
  }
});
test.afterAll(() => twins.close());

/** Pages looked at by axe so far: each once, however many pass it. */
const seen = new Set<string>();
async function look(page: Page, what: string): Promise<void> {
  if (seen.has(what)) return;
  seen.add(what);
  await expectNoFaults(page);
}

/** Opens the form, unless who went before has just left by it. */
async function openForm(page: Page): Promise<void> {
  if (!page.url().endsWith("/login")) await page.goto("/login");
}

async function giveName(page: Page, userName: string): Promise<void> {
  await openForm(page);
  await page.getByLabel("Username").fill(userName);
  await look(page, "login");
  await page.keyboard.press("Enter");
}

async function givePassword(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await look(page, "password");
  await page.keyboard.press("Enter");
}

async function atTheProvider(page: Page, userName: string): Promise<void> {
  await expect(page).not.toHaveURL(new RegExp(`:${process.env["E2E_PORT"]}/`));
  await page.getByRole("textbox", { name: "Username" }).fill(userName);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The right page is there, without a fault; then out again. */
async function landAndLeave(page: Page, kind: Kind, info: TestInfo): Promise<void> {
  await expect(page).toHaveURL(kinds[kind].lands);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, `page of ${kind}`);
  await page.getByRole("button", { name: info.project.name === "390" ? "Open menu" : /My Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel("Username")).toBeVisible();
}

type Enter = (page: Page, kind: Kind, info: TestInfo) => Promise<void>;

/** One kind after the other in the same browser, so that each also meets what those before it left behind. */
function way(title: string, who: readonly Kind[], enter: Enter, tell: typeof test | typeof longTest = test) {
  tell(title, async ({ page }, info) => {
    test.slow();
    for (const kind of who)
      await test.step(kind, async () => {
        await enter(page, kind, info);
        await landAndLeave(page, kind, info);
      });
    await page.goto("/account-setting");
    await expect(page).toHaveURL(/\/login\?return=/);
  });
}

way("AUTH-73 AUTH-94 each kind of user signs in by password", all, async (page, kind, info) => {
  await giveName(page, twinOf(kind, info));
  await givePassword(page);
});

way("MFA-04 kinds of people sign in by password and the code of an app", someOf(all), async (page, kind, info) => {
  const userName = twinOf(kind, info, "-coded");
  const key = await enrol(userName);
  await giveName(page, userName);
  await givePassword(page);
  const dialog = page.getByRole("dialog", { name: "Enter your verification code" });
  await expect(dialog).toBeVisible();
  await look(page, "code");
  await dialog.getByLabel("Code").fill(codeOf(key));
  await dialog.getByRole("button", { name: "Verify" }).click();
});

const atOwnProvider: Enter = async (page, kind) => {
  const userName = `${atProvider[kind]}@harbour-sso.example`;
  await giveName(page, userName);
  await atTheProvider(page, userName);
};
// `ways-in` tells it of one.
way("people sign in at the organisation's provider", tenants, atOwnProvider, longTest);

test("AUTH-81 a Microsoft account is linked once, by a password, and signs in", async ({ page }, info) => {
  await withMicrosoft(page, info);
  await expect(page).toHaveURL(/\/link-account$/);
  await page.getByLabel("Username").fill(twinOf("reseller", info));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await look(page, "link account");
  await page.getByRole("button", { name: "Link account" }).click();
  await landAndLeave(page, "reseller", info);
  await withMicrosoft(page, info);
  await landAndLeave(page, "reseller", info);
});

async function withMicrosoft(page: Page, info: TestInfo): Promise<void> {
  await openForm(page);
  await page.getByRole("link", { name: "Sign in with Microsoft" }).click();
  await atTheProvider(page, workAccountOf(info).userName);
}

const withLinkedAccount: Enter = async (page, kind, info) => {
  await twins.link("aad", tenant, workAccountOf(info).oid, twinOf(kind, info));
  await withMicrosoft(page, info);
};
way("people sign in with a linked Microsoft account", all, withLinkedAccount, longTest);

const visitors = new Map<string, Promise<string>>();
/** Staff who have shown a second factor lately: others visit nobody. */
function visitor(info: TestInfo): Promise<string> {
  const userName = twinOf("operator", info, "-visitor");
  const token = visitors.get(userName) ?? enrolledToken(userName);
  visitors.set(userName, token);
  return token;
}
async function enrolledToken(userName: string): Promise<string> {
  const key = await enrol(userName);
  return tokenOf(userName, codeOf(key));
}

way("AUTH-89 kinds of people are visited by the operator's staff", someOf(tenants), async (page, kind, info) => {
  const staff = await visitor(info);
  const search = `${jump.people.path}?Search=${encodeURIComponent(twinOf(kind, info))}`;
  const { Items } = await callAs<{ Items: { Id: string }[] }>(staff, "GET", search);
  expect(Items).toHaveLength(1);
  const begin = jump.begin.path.replace(":membershipId", Items[0]!.Id);
  const link = await callAs<Record<string, string>>(staff, jump.begin.method, begin);
  // Only the part behind the # would change: that alone loads no page anew.
  await page.goto("about:blank");
  await page.goto(`/sign-in#${new URLSearchParams(link).toString()}`);
  await expect(page.getByText("Alex Tradewind").first()).toBeVisible();
});
