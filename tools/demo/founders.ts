import {
  permissions,
  views,
  viewNumber,
  type Permission,
  type Right,
  type View,
} from "@tradewind/domain/values/permissions.ts";
import { hashPassword } from "@tradewind/server/platform/password.ts";
import type pg from "pg";
import type { Company } from "./companies-data.ts";
import { firstNames, jobTitles, lastNames } from "./companies-data.ts";
import type { Dice } from "./story-steps.ts";

export const password = "Copper-Lantern-42";

export type ResellerKey = "harbour" | "liffey";

const resellers = {
  harbour: {
    name: "Harbour IT",
    currency: "GBP",
    country: "GB",
    vat_number: "GB428113027",
    company_number: "09418326",
    address1: "Narrow Quay House",
    address2: "16 Narrow Quay",
    town_city: "Bristol",
    county: "Avon",
    post_code: "BS1 4QA",
    billing_email: "accounts@harbour.example",
  },
  liffey: {
    name: "Liffey Cloud",
    currency: "EUR",
    country: "IE",
    vat_number: "IE3284617LH",
    company_number: "617204",
    address1: "12 Sir John Rogerson's Quay",
    town_city: "Dublin",
    post_code: "D02 C9X8",
    billing_email: "accounts@liffey.example",
  },
} as const;

/** Has sold nothing yet. */
const newcomer = {
  name: "Skerry Digital",
  currency: "GBP",
  country: "GB",
  vat_number: "XI516820945",
  company_number: "15207744",
  address1: "Harland House",
  address2: "3 Queen's Road",
  town_city: "Belfast",
  county: "County Antrim",
  post_code: "BT3 9DT",
  billing_email: "accounts@skerry.example",
} as const;

const without = (...left: Right[]) => [...views, ...permissions].filter((right) => !left.includes(right));

type Account = {
  /** Must set up a second factor at the first sign-in. */
  mfaRequired?: boolean;
  /** Must choose a new password at the first sign-in. */
  resetRequired?: boolean;
  userName: string;
  kind: "reseller" | "engineer" | "endUserAdmin" | "endUser";
  first: string;
  last: string;
  title: string;
  rights: readonly Right[];
  canAgree: boolean;
};

/** Looks after only three customers, once they exist. */
export const fieldEngineer = account(
  "field@harbour.example",
  "engineer",
  "Nadia Wells",
  "Field engineer",
  without("createResellerEngineer", "manageUsers", "myBusiness"),
  false,
);

export const accounts = {
  harbour: [
    account("reseller@harbour.example", "reseller", "Morgan Hale", "Managing director", without(), true),
    account(
      "engineer@harbour.example",
      "engineer",
      "Jamie Okonkwo",
      "Support engineer",
      without("createResellerEngineer", "manageUsers", "myBusiness"),
      false,
    ),
    account("service@harbour.example", "engineer", "Ellis Carter", "Service desk", without("manageUsers"), false),
    fieldEngineer,
    { ...beginner("factor@harbour.example", "Imogen Tate"), mfaRequired: true },
    { ...beginner("reset@harbour.example", "Callum Frith"), resetRequired: true },
  ],
  liffey: [
    account("reseller@liffey.example", "reseller", "Sinéad Brady", "Director", without(), true),
    account("engineer@liffey.example", "engineer", "Aoife Nolan", "Support engineer", without("manageUsers"), false),
  ],
  acme: [
    account(
      "admin@acme.example",
      "endUserAdmin",
      "Priya Shah",
      "Practice manager",
      [
        "home",
        "customers",
        "manageService",
        "support",
        "manageUsers",
        "addProducts",
        "submitAndRespondToAllTickets",
        "createCustomerAdmin",
      ],
      false,
    ),
    account("user@acme.example", "endUser", "Daniel Frost", "Dental nurse", ["manageService"], false),
  ],
};

const supporting = without("billing", "pSA", "createResellerEngineer", "myBusiness", "settings", "serviceAgreements");
/** Works for Harbour IT, and soon for Liffey Cloud with the same login. */
export const consultant = account(
  "consultant@harbour.example",
  "engineer",
  "Robin Quill",
  "Consultant",
  supporting,
  false,
);

const newOwner = account("reseller@skerry.example", "reseller", "Orla Quinn", "Director", without(), true);

/** Signs in at an organisation's provider and has no password here; `id` is the provider's identifier. */
const atProvider = {
  harbour: [
    {
      id: "sso-avery",
      ...account("avery@harbour-sso.example", "reseller", "Avery Stone", "Director", without(), true),
    },
    {
      id: "sso-blake",
      ...account(
        "blake@harbour-sso.example",
        "engineer",
        "Blake North",
        "Support engineer",
        without("createResellerEngineer", "manageUsers", "myBusiness"),
        false,
      ),
    },
  ],
  acme: [
    {
      id: "sso-cleo",
      ...account(
        "cleo@harbour-sso.example",
        "endUserAdmin",
        "Cleo Marsh",
        "Office manager",
        ["home", "customers", "manageService", "support", "addProducts"],
        false,
      ),
    },
  ],
};
const provider = "https://sign-in.tradewind.example";

function account(
  userName: string,
  kind: Account["kind"],
  name: string,
  title: string,
  rights: readonly Right[],
  canAgree: boolean,
): Account {
  const [first = "", last = ""] = name.split(" ");
  return { userName, kind, first, last, title, rights, canAgree };
}

/** An engineer in their first week. */
function beginner(userName: string, name: string): Account {
  return account(userName, "engineer", name, "Trainee engineer", ["home", "customers", "support"], false);
}

/**
 * Adds the resellers, their people and the operator's people, who have no sign-up screen. Returns the resellers' ids.
 */
export async function found(database: pg.Pool, at: Date): Promise<Record<ResellerKey, string>> {
  for (const [userName, name] of [
    ["operator@tradewind.example", "Alex Tradewind"],
    ["priya.nair@tradewind.example", "Priya Nair"],
    ["owen.hughes@tradewind.example", "Owen Hughes"],
    // Moves the clock if the account above has set up a second factor.
    ["clock@tradewind.example", "Clock"],
  ] as const) {
    const operator = await insertPerson(database, userName, true, at);
    await database.query("insert into operators (person_id, display_name, email) values ($1, $2, $3)", [
      operator,
      name,
      userName,
    ]);
  }
  const ids = {} as Record<ResellerKey, string>;
  for (const key of ["harbour", "liffey"] as const) {
    ids[key] = await insertReseller(database, resellers[key], at);
    for (const one of accounts[key]) await insertMember(database, ids[key], null, one, at);
  }
  await insertLinked(database, ids.harbour, null, atProvider.harbour, at);
  await insertMember(database, ids.harbour, null, consultant, at);
  return ids;
}

/** Adds a reseller on its first day, with an owner who can sign in. Returns the owner's user name. */
export async function welcomeNewcomer(database: pg.Pool, at: Date): Promise<string> {
  await insertMember(database, await insertReseller(database, newcomer, at), null, newOwner, at);
  return newOwner.userName;
}

async function insertReseller(
  database: pg.Pool,
  company: (typeof resellers)[ResellerKey] | typeof newcomer,
  at: Date,
): Promise<string> {
  const values = Object.entries({ ...company, created_at: at });
  const { rows } = await database.query<{ id: string }>(
    `insert into resellers (${values.map(([name]) => name).join(", ")})
     values (${values.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
    values.map(([, value]) => value),
  );
  return rows[0]!.id;
}

/** Adds a few people to a new customer; for Acme Dental, the demo accounts as well. */
export async function employ(
  database: pg.Pool,
  reseller: { key: ResellerKey; id: string },
  customer: { id: string; company: Company },
  roll: Dice,
  at: Date,
): Promise<void> {
  const { company } = customer;
  if (company.domain === "acme.example") {
    for (const one of accounts.acme) await insertMember(database, reseller.id, customer.id, one, at);
    await insertLinked(database, reseller.id, customer.id, atProvider.acme, at);
  }
  const wanted = Math.min(company.people - 2, roll.between(3, 7));
  const taken = new Set<string>();
  while (taken.size < wanted) {
    const [first, last] = [roll.oneOf(firstNames[reseller.key]), roll.oneOf(lastNames[reseller.key])];
    const userName = `${plain(first)}.${plain(last)}@${company.domain}`;
    if (taken.has(userName)) continue;
    taken.add(userName);
    const admin = taken.size === 1 && company.domain !== "acme.example";
    await insertMember(
      database,
      reseller.id,
      customer.id,
      {
        userName,
        kind: admin ? "endUserAdmin" : "endUser",
        first,
        last,
        title: roll.oneOf(jobTitles),
        rights: admin ? ["home", "customers", "manageService", "support"] : ["manageService"],
        canAgree: false,
      },
      at,
    );
  }
}

/** Reduces a name to the letters a mailbox may have. */
const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();

const signsIn = (userName: string) =>
  [...accounts.harbour, ...accounts.liffey, ...accounts.acme, consultant, newOwner].some(
    (one) => one.userName === userName,
  );

async function insertPerson(database: pg.Pool, userName: string, mayEnter: boolean, at: Date): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    "insert into people (user_name, password_hash, created_at) values ($1, $2, $3) returning id",
    [userName, mayEnter ? await hashPassword(password) : null, at],
  );
  return rows[0]!.id;
}

async function insertMember(
  database: pg.Pool,
  resellerId: string,
  customerId: string | null,
  one: Account,
  at: Date,
): Promise<string> {
  const person = await insertPerson(database, one.userName, signsIn(one.userName), at);
  await insertMembership(database, resellerId, customerId, person, one, at);
  if (one.resetRequired) await database.query("update people set reset_required = true where id = $1", [person]);
  return person;
}

async function insertMembership(
  database: pg.Pool,
  resellerId: string,
  customerId: string | null,
  person: string,
  one: Account,
  at: Date,
): Promise<void> {
  await database.query(
    `insert into memberships (reseller_id, person_id, kind, customer_id, first_name, last_name, email, job_title, views,
       permissions, can_agree, mfa_required, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      resellerId,
      person,
      one.kind,
      customerId,
      one.first,
      one.last,
      one.userName,
      one.title,
      one.rights.filter(isView).map(viewNumber),
      one.rights.filter((right): right is Permission => !isView(right)),
      one.canAgree,
      one.mfaRequired ?? false,
      at,
    ],
  );
}

async function insertLinked(
  database: pg.Pool,
  resellerId: string,
  customerId: string | null,
  people: readonly (Account & { id: string })[],
  at: Date,
): Promise<void> {
  for (const one of people) {
    const person = await insertMember(database, resellerId, customerId, one, at);
    await database.query(
      "insert into linked_identities (provider, issuer, subject, person_id, created_at) values ('sso', $1, $2, $3, $4)",
      [provider, one.id, person, at],
    );
  }
}

const isView = (right: Right): right is View => (views as readonly string[]).includes(right);
