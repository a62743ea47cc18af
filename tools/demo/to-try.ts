import { createHash } from "node:crypto";
import type pg from "pg";

const hashed = (secret: string) => createHash("sha256").update(secret).digest();

/** Links in the mails of the demo's mailboxes; the README lists them. */
const spam = [
  ["Q-1041", "5f0c1c7ad23e4bb59c1b2e6f7a8d9e01", "Your quote for the new surgery"],
  ["Q-1042", "0b9e8d7c6a5f4e3d2c1b0a9f8e7d6c52", "Invoice 20817 from Quayside Print"],
  ["Q-1043", "c4b3a2918f7e6d5c4b3a29180f1e2d33", "Minutes of Tuesday's meeting"],
] as const;
const archives = [
  ["journal", "7d1e5a90c3b24f68a1d2e3f4051627d8"],
  ["personal", "e8d7c6b5a4938271605f4e3d2c1b0a99"],
] as const;

const applications = [
  {
    company_name: "Estuary Systems",
    contact_name: "Nora Whitfield",
    email: "nora@estuary.example",
    telephone: "01174 960 148",
    country: "GB",
    vat_number: "GB731904446",
    message: "Eleven people in Avonmouth. We look after forty firms and want to sell backup and Microsoft 365.",
  },
  {
    company_name: "Slieve Networks",
    contact_name: "Cormac Daly",
    email: "cormac@slieve.example",
    telephone: "+353 20 913 0127",
    country: "IE",
    vat_number: null,
    message: null,
  },
] as const;

/** Adds things to try out: held mail, links to mail archives, pending applications, a single sign-on domain. */
export async function leaveToTry(database: pg.Pool, harbour: string, now: Date): Promise<void> {
  for (const [id, secret, subject] of spam)
    await database.query("insert into quarantined_messages (message_id, user_key_hash, subject) values ($1, $2, $3)", [
      id,
      hashed(secret),
      subject,
    ]);
  for (const [type, secret] of archives)
    await database.query(
      "insert into archive_access_links (access_type, token_hash, expires_at) values ($1, $2, clock_timestamp() + interval '1 year')",
      [type, hashed(secret)],
    );
  for (const application of applications) {
    const values = Object.entries({ ...application, created_at: now });
    await database.query(
      `insert into partner_applications (${values.map(([name]) => name).join(", ")})
       values (${values.map((_, index) => `$${index + 1}`).join(", ")})`,
      values.map(([, value]) => value),
    );
  }
  await database.query("insert into sso_domains (domain, reseller_id) values ('harbour-sso.example', $1)", [harbour]);
}
