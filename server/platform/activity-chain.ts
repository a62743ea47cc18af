import { createHash, createHmac, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";

/**
 * The chain of hashes over an activity log, and its signed roots. Pure, so that whoever has an export can check it
 * without the product: `tools/verify-export.ts`.
 */

/** What an entry says of a person; null once erased. */
export type Who = { Who: string; OnBehalfOf: string | null; Ip: string | null; Device: string | null };

/** One line of the log as it is sealed and exported. All times are UTC, to the microsecond. */
export type Entry = {
  Number: number;
  Id: string;
  At: string;
  RecordedAt: string;
  PersonId: string | null;
  BehindId: string | null;
  CustomerId: string | null;
  ObjectKind: string;
  ObjectId: string | null;
  Action: string;
  Outcome: string;
  RequestId: string | null;
  Who: Who | null;
  What: string | null;
};

/** The personal parts of an entry by their salts, which erasing deletes, and the digests that stay. */
export type Seal = {
  WhoSalt: string | null;
  WhoDigest: string;
  WhatSalt: string | null;
  WhatDigest: string;
  Hash: string;
};

export type Root = {
  Day: string;
  Number: number;
  Hash: string;
  SignedAt: string;
  PublicKey: string;
  Signature: string;
};

/** Where a log begins after its oldest entries were removed, their time being over: the last of them. */
export type Cut = { Number: number; Hash: string };

/** The first line of an export: whose log it is, and where it begins, both signed. */
export type Heading = {
  Chain: string;
  Company: string;
  Roots: Root[];
  Cut?: Cut | undefined;
  Signed?: { PublicKey: string; Signature: string } | undefined;
};

/** The hash before a chain's first entry, so that no chain can pass for another. */
export const beginningOf = (chain: string): string => sha256(`tradewind activity log ${chain}`);

export const digestOfWho = (salt: string, { Who, OnBehalfOf, Ip, Device }: Who): string =>
  digest(salt, [Who, OnBehalfOf, Ip, Device]);
export const digestOfWhat = (salt: string, what: string): string => digest(salt, [what]);

/** Hashes an entry onto the one before it. What a person could be known by counts only by its digests. */
export const hashOf = (
  before: string,
  entry: Entry,
  { WhoDigest, WhatDigest }: Pick<Seal, "WhoDigest" | "WhatDigest">,
): string =>
  sha256(
    before +
      JSON.stringify([
        entry.Number,
        entry.Id,
        entry.At,
        entry.RecordedAt,
        entry.PersonId,
        entry.BehindId,
        entry.CustomerId,
        entry.ObjectKind,
        entry.ObjectId,
        entry.Action,
        entry.Outcome,
        entry.RequestId,
        WhoDigest,
        WhatDigest,
      ]),
  );

/** Returns what is wrong with an entry that follows the hash `before`; undefined if nothing is. */
export function faultOf(before: { Number: number; Hash: string }, entry: Entry & Seal): string | undefined {
  if (entry.Number !== before.Number + 1) return `follows entry ${before.Number}`;
  if (isChanged(entry.Who, entry.WhoSalt, entry.WhoDigest, digestOfWho)) return "names another person than was sealed";
  if (isChanged(entry.What, entry.WhatSalt, entry.WhatDigest, digestOfWhat))
    return "says something else than was sealed";
  if (hashOf(before.Hash, entry, entry) !== entry.Hash) return "is not what was sealed here";
  return undefined;
}

const isChanged = <Part>(
  part: Part | null,
  salt: string | null,
  sealed: string,
  digestOf: (salt: string, part: Part) => string,
) => (part === null ? salt !== null : salt === null || digestOf(salt, part) !== sealed);

/** The ids of which an erased entry must find a recorded erasure after it. */
export const erasableBy = ({ PersonId, BehindId, ObjectId }: Entry): string[] =>
  [PersonId, BehindId, ObjectId].filter((id) => id !== null);
/** The action of the line that records the erasure of the person, or of their invitation, that it names. */
export const erasure = "people.erase";

/** Returns the public half of a private key in PKCS 8, base64; throws unless it is an Ed25519 key. */
export function publicKeyOf(privateKey: string): string {
  const key = createPublicKey(keyFrom(privateKey));
  return key.export({ type: "spki", format: "der" }).toString("base64");
}

function keyFrom(privateKey: string): KeyObject {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" });
  if (key.asymmetricKeyType !== "ed25519") throw new Error("Not an Ed25519 key");
  return key;
}

type Signed = Omit<Root, "PublicKey" | "Signature">;
const signedText = (chain: string, { Day, Number, Hash, SignedAt }: Signed) =>
  Buffer.from(JSON.stringify(["tradewind activity root", chain, Day, Number, Hash, SignedAt]));

export const signRoot = (chain: string, { Day, Number, Hash, SignedAt }: Signed, privateKey: string): Root => ({
  Day,
  Number,
  Hash,
  SignedAt,
  PublicKey: publicKeyOf(privateKey),
  Signature: sign(null, signedText(chain, { Day, Number, Hash, SignedAt }), keyFrom(privateKey)).toString("base64"),
});

export const isSigned = (chain: string, root: Root): boolean => isSignedBy(root, signedText(chain, root));

function isSignedBy({ PublicKey, Signature }: { PublicKey: string; Signature: string }, text: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.from(PublicKey, "base64"), format: "der", type: "spki" });
  return verify(null, text, key, Buffer.from(Signature, "base64"));
}

const headingText = ({ Chain, Company, Cut }: Heading) =>
  Buffer.from(JSON.stringify(["tradewind activity export", Chain, Company, Cut?.Number ?? 0, Cut?.Hash ?? ""]));

/** Signs the name and the beginning of an export, which no entry's hash covers. */
export const signHeading = (heading: Omit<Heading, "Signed">, privateKey: string): Heading => ({
  ...heading,
  Signed: {
    PublicKey: publicKeyOf(privateKey),
    Signature: sign(null, headingText(heading), keyFrom(privateKey)).toString("base64"),
  },
});

/** Whether an export's heading is as it was signed; undefined for one that is not signed. */
export const isHeadingSigned = (heading: Heading): boolean | undefined =>
  heading.Signed && isSignedBy(heading.Signed, headingText(heading));

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const digest = (salt: string, parts: readonly (string | null)[]) =>
  createHmac("sha256", Buffer.from(salt, "hex")).update(JSON.stringify(parts)).digest("hex");
