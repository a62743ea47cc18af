import type { Page } from "playwright-core";

/** A screen to photograph: the account, the address, and the actions to take on it. */
export type Scene = {
  name: string;
  /** Demo account; omitted for public pages. */
  who?: string;
  /** The address, or a function that finds it in a new page. */
  open: string | ((page: Page, address: string) => Promise<string>);
  act?: (page: Page) => Promise<unknown>;
  /** Results by the path of a read, for states that the demo is not in. */
  given?: Readonly<Record<string, unknown>>;
  /** Pictures in addition to those at 1440 and 390 pixels in light. */
  also?: readonly Also[];
  /** Height in pixels at which to crop the wide picture. */
  top?: number;
};
export type Also = "900" | "dark";
export type Shot = { width: number; colorScheme: "light" | "dark" };

export const shotsOf = ({ also = [] }: Scene): readonly Shot[] => [
  { width: 1440, colorScheme: "light" },
  ...(also.includes("dark") ? [{ width: 1440, colorScheme: "dark" } as const] : []),
  ...(also.includes("900") ? [{ width: 900, colorScheme: "light" } as const] : []),
  { width: 390, colorScheme: "light" },
];
export const fileOf = ({ name }: Scene, { width, colorScheme }: Shot) =>
  `${name}-${width}${colorScheme === "dark" ? "-dark" : ""}.png`;

export const reseller = "reseller@harbour.example";
export const engineer = "engineer@harbour.example";
export const customerAdmin = "admin@acme.example";
export const endUser = "user@acme.example";
export const euroReseller = "reseller@liffey.example";
export const newcomer = "reseller@skerry.example";
export const operator = "operator@tradewind.example";
export const password = "Copper-Lantern-42";

export const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
export const turnTo = (name: string | RegExp) => (page: Page) => page.getByRole("tab", { name }).click();

/** Finds the address of the first link in the table row that contains these words. */
export const behind = (list: string, words: string) => async (page: Page, address: string) => {
  await page.goto(address + list);
  const row = page.getByRole("row").filter({ hasText: words }).first();
  return (await row.getByRole("link").first().getAttribute("href"))!;
};
export const customer = behind("/customers?search=Acme%20Dental", "Acme Dental");
export const ofCustomer = (rest: string) => async (page: Page, address: string) =>
  (await customer(page, address)) + rest;
/** Finds a service of Acme Dental by its product's name. */
export const service =
  (product: string, rest = "") =>
  async (page: Page, address: string) => {
    await page.goto(`${address}${await customer(page, address)}/view/services`);
    return (await page.getByRole("link", { name: product }).first().getAttribute("href"))! + rest;
  };

/** Closes the announcement that customers' administrators see when they sign in. */
export const withoutAnnouncement = async (page: Page) => {
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
};
