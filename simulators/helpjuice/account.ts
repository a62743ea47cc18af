/** What the account of the demo begins with. */
import { beginnings } from "./articles-data/beginnings.data.ts";
import { money } from "./articles-data/money.data.ts";
import { people } from "./articles-data/people.data.ts";
import { products } from "./articles-data/products.data.ts";
import { services } from "./articles-data/services.data.ts";
import type { Written } from "./written.ts";

export type Category = { id: number; name: string; parent_id: number | null; position: number };
export type Article = {
  id: number;
  name: string;
  codename: string;
  categories: number[];
  /** HTML, as somebody typed it. */
  body: string;
  views: number;
  updated_at: string;
  isPublished: boolean;
  /** 1 is for everybody, 0 for staff. */
  accessibility: number;
  isDeleted?: boolean;
};

/** Three deep; each names those above it. */
const tree: readonly (readonly string[])[] = [
  ["Getting started"],
  ["Getting started", "Signing in"],
  ["Getting started", "Signing in", "Two-step sign-in"],
  ["Getting started", "Finding your way"],
  ["Customers and people"],
  ["Customers and people", "Customers"],
  ["Customers and people", "Colleagues and rights"],
  ["Customers and people", "Colleagues and rights", "API tokens"],
  ["Ordering and services"],
  ["Ordering and services", "Placing orders"],
  ["Ordering and services", "Placing orders", "Quotes and requests"],
  ["Ordering and services", "Changing and ending services"],
  ["Ordering and services", "When something fails"],
  ["Products"],
  ["Products", "Microsoft"],
  ["Products", "Microsoft", "New commerce"],
  ["Products", "Backup and security"],
  ["Products", "Voice and hardware"],
  ["Billing"],
  ["Billing", "Invoices"],
  ["Billing", "Payments"],
  ["Billing", "Payments", "Direct debit"],
  ["Billing", "Prices"],
  ["Billing", "Your PSA"],
];
const nameOf = (path: readonly string[]) => path.join(" / ");
export const categories: readonly Category[] = tree.map((path, at) => ({
  id: 100 + at,
  name: path.at(-1)!,
  parent_id: path.length === 1 ? null : 100 + tree.findIndex((other) => nameOf(other) === nameOf(path.slice(0, -1))),
  position: at,
}));

const written: Readonly<Record<string, readonly Written[]>> = {
  ...beginnings,
  ...people,
  ...services,
  ...products,
  ...money,
};

export const articlesOf = (): Article[] =>
  Object.entries(written).flatMap(([category, articles], place) =>
    articles.map(([name, body, views], at) => ({
      id: 1000 + place * 20 + at,
      name,
      codename: name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, ""),
      categories: [100 + tree.findIndex((path) => nameOf(path) === category)],
      body,
      views,
      updated_at: "2026-01-05T09:00:00.000Z",
      isPublished: true,
      accessibility: 1,
    })),
  );
