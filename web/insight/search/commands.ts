import { linkTo } from "@tradewind/contract/address.ts";
import { acts } from "@tradewind/contract/acts.ts";
import type { Screen } from "@tradewind/contract/screen.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { MenuGroup } from "../../ui/menu.tsx";
import { mayTransfer, mayUse, type Session } from "../../platform/session.ts";
import { chooseScheme, chosenScheme } from "../../platform/theme.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { recentOf } from "../../shared/recent.ts";
import type { Found } from "./search.queries.ts";

export type Command = { label: string; hint?: string; icon: IconName } & (
  | { href: string; run?: undefined }
  | { run: () => void; href?: undefined }
);
export type CommandGroup = { title: string; commands: readonly Command[] };

/** The part of a route that the palette needs; the route table is passed in. */
export type PageLine = Screen & { title: string };
export type Menus = { add: readonly MenuGroup[]; account: readonly MenuGroup[] };

/** Pages that only redirect or show a message, and those for the product's developers. */
const unlisted: readonly string[] = [
  screens.redirect,
  screens.forumSignIn,
  screens.accessDenied,
  screens.noAccess,
  screens.gallery,
].map(({ path }) => path);
/** Matches the pages of one's own account, the only ones the operator's people see besides the operator's pages. */
const isOwn = ({ path }: Screen) => path.startsWith(screens.account.path);
const isOperators = ({ access }: Screen) => typeof access !== "string" && access.kinds?.join() === "admin";

/** Lists the pages a person may open without parameters, each title once. */
export function pagesOf(session: Session, lines: readonly PageLine[]): Command[] {
  const operator = session.User.Kind === "admin";
  const open = lines.filter(
    (line) =>
      !line.path.includes("$") &&
      !unlisted.includes(line.path) &&
      (!operator || isOperators(line) || isOwn(line)) &&
      mayUse(session, line),
  );
  const once = new Map(open.toReversed().map((line) => [line.title, line]));
  return [...once.values()].toReversed().map(({ path, title }) => ({ label: title, icon: "file", href: path }));
}

const schemes = [
  { value: "default", label: "Use the system's light or dark colours" },
  { value: "light", label: "Use light colours" },
  { value: "dark", label: "Use dark colours" },
] as const;

/** Lists the actions available everywhere. */
export function actionsOf(session: Session, { add, account }: Menus): Command[] {
  const items = [...add, ...account].flatMap((group) => group.items);
  return [
    ...items.flatMap(({ label, icon = "chevronRight", href, onSelect }): Command[] =>
      onSelect ? [{ label, icon, run: onSelect }] : href && label.startsWith("Add") ? [{ label, icon, href }] : [],
    ),
    ...schemes
      .filter(({ value }) => value !== chosenScheme())
      .map(({ value, label }): Command => ({
        label,
        icon: "eye",
        run: () => chooseScheme(value, session.Theme.Color_1_1),
      })),
  ];
}

const kinds: Record<Found["Kind"], { title: string; icon: IconName }> = {
  customer: { title: "Customers", icon: "building" },
  service: { title: "Services", icon: "cloud" },
  invoice: { title: "Invoices", icon: "document" },
  person: { title: "People", icon: "user" },
  plan: { title: "Plans", icon: "cloud" },
};

type Known = { Id: string; Name: string };

/** What is done for a customer most: licences changed, a product added, its subscriptions brought from another partner. */
function actionsFor(session: Session, { Id, Name }: Known): Command[] {
  const isOurs = session.User.Kind === "reseller" || session.User.Kind === "engineer";
  const all: readonly (Command | false)[] = [
    isOurs &&
      mayUse(session, acts.order) && {
        label: `Change licences for ${Name}`,
        icon: "edit",
        href: linkTo(screens.customerServices, { ctx: Id }),
      },
    isOurs &&
      mayUse(session, acts.order) && {
        label: `Add product for ${Name}`,
        icon: "add",
        run: () => openAddProduct({ customerId: Id, customerName: Name }),
      },
    mayTransfer(session) && {
      label: `Transfers of ${Name}`,
      icon: "refresh",
      href: linkTo(screens.transfers, { ctx: Id }),
    },
  ];
  return all.filter((each) => each !== false);
}

const mostNear = 2;

/** Lists what can be done for the customer whose page is open, and for those visited lately, each once. */
export function actionsNear(session: Session, open: Known | undefined): Command[] {
  const lately = recentOf(session.User.mex).flatMap(({ label, href }) => {
    const [, Id] = /^\/customers\/customer\/([^/]+)$/.exec(href) ?? [];
    return Id && Id !== open?.Id ? [{ Id, Name: label }] : [];
  });
  return [...(open ? [open] : []), ...lately].slice(0, mostNear).flatMap((each) => actionsFor(session, each));
}

/** Groups the server's results by kind, with actions for the first customers among them. */
export function foundGroups(found: readonly Found[], session: Session): CommandGroup[] {
  const groups = Object.entries(kinds).map(([kind, { title, icon }]) => ({
    title,
    commands: found
      .filter(({ Kind }) => Kind === kind)
      .map(({ Title, Hint, Link }): Command => ({ label: Title, hint: Hint, icon, href: Link })),
  }));
  const customers = found.filter((each) => each.Kind === "customer" && each.Hint === "Active").slice(0, mostNear);
  const forThem = customers.flatMap(({ Id, Title }) => actionsFor(session, { Id, Name: Title }));
  return [...groups, { title: "Quick actions", commands: forThem }];
}

const plain = (text: string) => text.toLocaleLowerCase("en-GB");

/** Returns commands whose names contain every word of the text; those that begin with it come first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  return commands
    .filter(({ label }) => wanted.every((word) => plain(label).includes(word)))
    .toSorted(
      (a, b) => Number(plain(b.label).startsWith(plain(text))) - Number(plain(a.label).startsWith(plain(text))),
    );
}

/** Returns the groups for an empty text: what was visited last and what can be done; pages are found by their names. */
export const startGroups = (
  session: Session,
  near: readonly Command[],
  actions: readonly Command[],
): CommandGroup[] => [
  { title: "Recent", commands: recentOf(session.User.mex) },
  { title: "Quick actions", commands: near },
  { title: "Actions", commands: actions },
];

const mostLocal = 5;
export const typedGroups = (
  text: string,
  pages: readonly Command[],
  actions: readonly Command[],
  found: readonly CommandGroup[],
): CommandGroup[] => [
  { title: "Pages", commands: matching(pages, text).slice(0, mostLocal) },
  { title: "Actions", commands: matching(actions, text).slice(0, mostLocal) },
  ...found,
];
