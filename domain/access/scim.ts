/** SCIM 2.0 (RFC 7643, RFC 7644) as far as people are provided by it, and as Entra ID and Okta really send it. */

import { carriesAddress } from "../values/addresses.ts";

/** What is provided of a person; whatever else is sent is not kept. */
export type Provided = {
  userName: string;
  externalId: string | null;
  active: boolean;
  givenName: string;
  familyName: string;
  email: string;
};

export type ScimType =
  | "uniqueness"
  | "invalidFilter"
  | "invalidSyntax"
  | "invalidPath"
  | "invalidValue"
  | "noTarget"
  | "mutability";

export class ScimFault extends Error {
  readonly scimType: ScimType;
  constructor(scimType: ScimType, detail: string) {
    super(detail);
    this.scimType = scimType;
  }
}

export const longestName = 60;
/** Whether a name from outside can stand in mails and on screens: short, all of it visible, and no address. */
export const isPlainName = (name: string): boolean =>
  name.length <= longestName && !/[\p{Cc}\p{Cf}]/u.test(name) && !carriesAddress(name);

const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
const longest = 300;

const attributes = ["id", "userName", "externalId", "active", "email", "givenName", "familyName"] as const;
type Attribute = (typeof attributes)[number];

/** Names of the attributes as they are sent, in lower case. */
const names: ReadonlyMap<string, Attribute> = new Map([
  ["id", "id"],
  ["username", "userName"],
  ["externalid", "externalId"],
  ["active", "active"],
  ["emails", "email"],
  ["emails.value", "email"],
  ["name.givenname", "givenName"],
  ["name.familyname", "familyName"],
]);

/** Returns the attribute at a path; undefined for one that is not kept. */
function attributeAt(path: string): Attribute | undefined {
  const plain = path
    .trim()
    .replace(new RegExp(`^${userSchema}:`, "i"), "")
    // Each person has one address, whatever it is called.
    .replace(/^(emails)\[[^\]]{1,100}\](\.value)?$/i, "$1.value");
  if (!/^[A-Za-z$][\w$:.-]*$/.test(plain))
    throw new ScimFault("invalidPath", `The path ${path.slice(0, 60)} is not valid`);
  return names.get(plain.toLowerCase());
}

export type ScimFilter = { attribute: "id" | "userName" | "externalId" | "email"; value: string };

/** Reads a filter of the one kind that provisioning needs: an attribute equal to a text. */
export function readFilter(text: string): ScimFilter {
  const [, path, literal] =
    /^\s*(\S{1,120}|emails\[[^\]]{1,100}\]\.value)\s+eq\s+("(?:[^"\\]|\\.){0,300}")\s*$/i.exec(text) ?? [];
  if (path === undefined || literal === undefined)
    throw new ScimFault("invalidFilter", 'Only filters such as userName eq "ada@example.com" are supported');
  const attribute = attributeAt(path);
  if (attribute !== "id" && attribute !== "userName" && attribute !== "externalId" && attribute !== "email")
    throw new ScimFault("invalidFilter", `People cannot be looked for by ${path.slice(0, 60)}`);
  try {
    return { attribute, value: String(JSON.parse(literal)) };
  } catch {
    throw new ScimFault("invalidFilter", "The filter's text is not valid");
  }
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** Finds a field whatever the case of its name. */
const fieldOf = (fields: Fields, name: string): unknown =>
  Object.entries(fields).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

function textOf(value: unknown, name: string): string {
  if (typeof value !== "string" || value.length > longest)
    throw new ScimFault("invalidValue", `${name} must be a text of at most ${longest} characters`);
  return value.trim();
}

/** Entra ID sends `"False"` where the standard says `false`. */
function flagOf(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  throw new ScimFault("invalidValue", "active must be true or false");
}

/** The primary of several addresses, or the first. */
function addressOf(value: unknown): string {
  if (!Array.isArray(value)) return textOf(isFields(value) ? fieldOf(value, "value") : value, "emails");
  const all = value.filter(isFields);
  const one = all.find((each) => fieldOf(each, "primary") === true) ?? all[0];
  if (!one) throw new ScimFault("invalidValue", "emails must have an address");
  return textOf(fieldOf(one, "value"), "emails");
}

function valueOf(attribute: Exclude<Attribute, "id">, value: unknown): Partial<Provided> {
  if (attribute === "active") return { active: flagOf(value) };
  if (attribute === "email") return { email: addressOf(value) };
  if (attribute === "externalId") return { externalId: value === null ? null : textOf(value, attribute) };
  return { [attribute]: textOf(value, attribute) };
}

/** Reads a person as sent whole, to create or to replace. Whoever replaces without a word of it keeps `usuallyActive`. */
export function readPerson(body: unknown, usuallyActive = true): Provided {
  if (!isFields(body)) throw new ScimFault("invalidSyntax", "A person is an object");
  const userName = textOf(fieldOf(body, "userName"), "userName");
  if (userName === "") throw new ScimFault("invalidValue", "userName is required");
  const name = fieldOf(body, "name");
  const part = (key: string) => {
    const value = isFields(name) ? fieldOf(name, key) : undefined;
    return value === undefined || value === null ? "" : textOf(value, `name.${key}`);
  };
  const [emails, active, externalId] = [fieldOf(body, "emails"), fieldOf(body, "active"), fieldOf(body, "externalId")];
  return {
    userName,
    externalId: externalId === undefined || externalId === null ? null : textOf(externalId, "externalId"),
    active: active === undefined ? usuallyActive : flagOf(active),
    givenName: part("givenName"),
    familyName: part("familyName"),
    email: emails === undefined || (Array.isArray(emails) && emails.length === 0) ? userName : addressOf(emails),
  };
}

const mostOperations = 50;

/** Applies the operations of a PATCH, all or none. What is not kept of a person is passed over. */
export function applyPatch(person: Provided, body: unknown): Provided {
  const operations = isFields(body) ? fieldOf(body, "Operations") : undefined;
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    throw new ScimFault("invalidSyntax", `Operations must be a list of one to ${mostOperations}`);
  return operations.reduce<Provided>((before, operation: unknown) => ({ ...before, ...changeOf(operation) }), person);
}

function changeOf(operation: unknown): Partial<Provided> {
  if (!isFields(operation)) throw new ScimFault("invalidSyntax", "An operation is an object");
  const op = String(fieldOf(operation, "op")).toLowerCase();
  const [path, value] = [fieldOf(operation, "path"), fieldOf(operation, "value")];
  if (op === "remove") return removed(path);
  if (op !== "add" && op !== "replace") throw new ScimFault("invalidSyntax", "op must be add, replace or remove");
  if (path !== undefined && path !== null) return changed(textOf(path, "path"), value);
  if (!isFields(value)) throw new ScimFault("invalidValue", "An operation without a path needs an object");
  // Entra ID writes paths as keys, such as `name.givenName`; others nest them.
  return Object.entries(value).reduce<Partial<Provided>>(
    (all, [key, each]) => ({
      ...all,
      ...(key.toLowerCase() === "name" && isFields(each)
        ? Object.entries(each).reduce((parts, [part, text]) => ({ ...parts, ...changed(`name.${part}`, text) }), {})
        : changed(key, each)),
    }),
    {},
  );
}

function changed(path: string, value: unknown): Partial<Provided> {
  if (path.toLowerCase() === "name" && isFields(value))
    return Object.entries(value).reduce((parts, [part, text]) => ({ ...parts, ...changed(`name.${part}`, text) }), {});
  const attribute = attributeAt(path);
  if (attribute === "id") throw new ScimFault("mutability", "id cannot be changed");
  if (attribute === undefined) return {};
  if (attribute === "userName" && textOf(value, attribute) === "")
    throw new ScimFault("invalidValue", "userName is required");
  return valueOf(attribute, value);
}

function removed(path: unknown): Partial<Provided> {
  if (path === undefined || path === null) throw new ScimFault("noTarget", "A removal needs a path");
  const attribute = attributeAt(textOf(path, "path"));
  if (attribute === "externalId") return { externalId: null };
  if (attribute === "givenName" || attribute === "familyName") return { [attribute]: "" };
  if (attribute === undefined) return {};
  throw new ScimFault("mutability", `${attribute} cannot be removed`);
}
