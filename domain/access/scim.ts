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
  name.length <= longestName && !/(?![\u200C\u200D])[\p{Cc}\p{Cf}]/u.test(name) && !carriesAddress(name);

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

/** A path with a condition in brackets, such as `emails[type eq "work"].value`. */
const conditioned = /^([A-Za-z$][\w$:.-]*)\[(.{1,300})\](?:\.([\w$-]+))?$/s;
/** Conditions that name the one address a person has here. */
const ofWork = /^\s*(?:type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*$/i;

/** Returns the attribute at a path; undefined for one that is not kept, such as a telephone or a home address. */
function attributeAt(path: string): Attribute | undefined {
  const plain = path.trim().replace(new RegExp(`^${userSchema}:`, "i"), "");
  const [, list, condition, part] = conditioned.exec(plain) ?? [];
  if (list !== undefined && condition !== undefined)
    return list.toLowerCase() === "emails" && ofWork.test(condition)
      ? names.get(`emails.${part ?? "value"}`)
      : undefined;
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

/** Returns the address for work, or else the primary or first of those that are not said to be for something else. */
function addressOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return addressIn(isFields(value) ? value : { value });
  const all = value.filter(isFields).filter((each) => isGiven(fieldOf(each, "value")));
  const typed = (each: Fields) => {
    const type = fieldOf(each, "type");
    return typeof type === "string" ? type.toLowerCase() : "";
  };
  const free = all.filter((each) => typed(each) === "");
  const one =
    all.find((each) => typed(each) === "work") ?? free.find((each) => fieldOf(each, "primary") === true) ?? free[0];
  return one && addressIn(one);
}

function addressIn(fields: Fields): string | undefined {
  const value = fieldOf(fields, "value");
  return isGiven(value) ? textOf(value, "emails") : undefined;
}

/** Directories send null for what they know nothing of. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Reads what is said of one attribute. Null takes away what a person can be without, and is passed over otherwise. */
function valueOf(attribute: Exclude<Attribute, "id">, value: unknown): Partial<Provided> {
  if (attribute === "externalId") return { externalId: isGiven(value) ? textOf(value, attribute) : null };
  if (attribute === "email") {
    const email = addressOf(value);
    return email === undefined ? {} : { email };
  }
  if (attribute === "active") return value === null ? {} : { active: flagOf(value) };
  if (value === null) return attribute === "userName" ? {} : { [attribute]: "" };
  return { [attribute]: textOf(value, attribute) };
}

const userNameOf = (value: unknown): string => {
  const userName = value === null ? "" : textOf(value, "userName");
  if (userName === "") throw new ScimFault("invalidValue", "userName is required");
  return userName;
};

/** Whether somebody who is active is to be so no longer: then nothing that is wrong beside it may stand in the way. */
export const isLeaving = (before: Provided, wanted: Provided): boolean => before.active && !wanted.active;

/**
 * Reads a person as sent whole, to create or to replace; what is not said of somebody who is `there` stays, and so does what
 * cannot be read of one who leaves.
 */
export function readPerson(body: unknown, there?: Provided): Provided {
  if (!isFields(body)) throw new ScimFault("invalidSyntax", "A person is an object");
  const [flag, externalId] = [fieldOf(body, "active"), fieldOf(body, "externalId")];
  const active = flag === undefined || flag === null ? (there?.active ?? true) : flagOf(flag);
  const name = fieldOf(body, "name");
  const part = (key: "givenName" | "familyName") => {
    if (!isFields(name)) return there?.[key] ?? "";
    const value = fieldOf(name, key);
    return isGiven(value) ? textOf(value, `name.${key}`) : "";
  };
  const orStays = <K extends keyof Provided>(key: K, read: () => Provided[K]): Provided[K] => {
    try {
      return read();
    } catch (error) {
      if (error instanceof ScimFault && there?.active && !active) return there[key];
      throw error;
    }
  };
  const userName = orStays("userName", () => userNameOf(fieldOf(body, "userName")));
  return {
    userName,
    externalId: orStays("externalId", () => (isGiven(externalId) ? textOf(externalId, "externalId") : null)),
    active,
    givenName: orStays("givenName", () => part("givenName")),
    familyName: orStays("familyName", () => part("familyName")),
    email: orStays("email", () => addressOf(fieldOf(body, "emails")) ?? there?.email ?? userName),
  };
}

const mostOperations = 50;

/**
 * Applies the operations of a PATCH, all or none; only of somebody who leaves by it is passed over what is wrong. What is not
 * kept of a person is passed over.
 */
export function applyPatch(person: Provided, body: unknown): Provided {
  const operations = isFields(body) ? fieldOf(body, "Operations") : undefined;
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    throw new ScimFault("invalidSyntax", `Operations must be a list of one to ${mostOperations}`);
  const faults: ScimFault[] = [];
  const wanted = operations.flatMap(changesOf).reduce<Provided>((before, change) => {
    try {
      return { ...before, ...change() };
    } catch (error) {
      if (!(error instanceof ScimFault)) throw error;
      faults.push(error);
      return before;
    }
  }, person);
  if (faults[0] && !isLeaving(person, wanted)) throw faults[0];
  return wanted;
}

type Change = () => Partial<Provided>;

/** What an operation says, each attribute by itself. */
function changesOf(operation: unknown): Change[] {
  const refused = (scimType: ScimType, detail: string): Change[] => [
    () => {
      throw new ScimFault(scimType, detail);
    },
  ];
  if (!isFields(operation)) return refused("invalidSyntax", "An operation is an object");
  const op = String(fieldOf(operation, "op")).toLowerCase();
  const [path, value] = [fieldOf(operation, "path"), fieldOf(operation, "value")];
  if (op === "remove") return [() => removed(path)];
  if (op !== "add" && op !== "replace") return refused("invalidSyntax", "op must be add, replace or remove");
  if (path !== undefined && path !== null) return [() => changed(textOf(path, "path"), value)];
  if (!isFields(value)) return refused("invalidValue", "An operation without a path needs an object");
  // Entra ID writes paths as keys, such as `name.givenName`; others nest them.
  return Object.entries(value)
    .flatMap(([key, each]) =>
      key.toLowerCase() === "name" && isFields(each)
        ? Object.entries(each).map(([part, text]) => [`name.${part}`, text] as const)
        : [[key, each] as const],
    )
    .filter(([key]) => key.toLowerCase() !== "id") // Some repeat the id of whom they change.
    .map(
      ([key, each]) =>
        () =>
          changed(key, each),
    );
}

function changed(path: string, value: unknown): Partial<Provided> {
  if (path.toLowerCase() === "name" && isFields(value))
    return Object.entries(value).reduce((parts, [part, text]) => ({ ...parts, ...changed(`name.${part}`, text) }), {});
  const attribute = attributeAt(path);
  if (attribute === "id") throw new ScimFault("mutability", "id cannot be changed");
  if (attribute === undefined) return {};
  if (attribute === "userName" && value !== null && textOf(value, attribute) === "")
    throw new ScimFault("invalidValue", "userName is required");
  return valueOf(attribute, value);
}

function removed(path: unknown): Partial<Provided> {
  if (path === undefined || path === null) throw new ScimFault("noTarget", "A removal needs a path");
  const attribute = attributeAt(textOf(path, "path"));
  if (attribute === "externalId") return { externalId: null };
  if (attribute === "givenName" || attribute === "familyName") return { [attribute]: "" };
  // Everybody has an address here: it stays until there is another.
  if (attribute === undefined || attribute === "email") return {};
  throw new ScimFault("mutability", `${attribute} cannot be removed`);
}
