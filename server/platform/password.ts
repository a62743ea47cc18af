import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { turns } from "./turns.ts";

const derive = promisify(argon2);
/** OWASP's argon2id parameters: memory in KiB, passes, lanes. */
export const usualCost = { memory: 19_456, passes: 2, parallelism: 1 };
/** What new hashes of this process cost: tests, which hash the same password thousands of times, make it the least. */
export const hashing = { cost: usualCost };
const tagLength = 32;
/** Limits simultaneous hashes: more would starve other requests. */
const inTurn = turns(4);

const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/** A password as it is hashed: é is one password, however a keyboard writes it. */
const formOf = (password: string) => password.normalize("NFKC");

/** How a hash in PHC format begins that costs so much. */
const headOf = ({ memory, passes, parallelism }: typeof usualCost) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;

/** Hashes the password with argon2id, in PHC format. */
export async function hashPassword(password: string, at = hashing.cost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await inTurn("", () => derive("argon2id", { message: formOf(password), nonce, tagLength, ...at }));
  return `${headOf(at)}${text(nonce)}$${text(tag)}`;
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** Compared against if the person does not exist, so that both cases take the same time. */
const nobody = () => `${headOf(hashing.cost)}AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/**
 * Tells whether the password matches the hash. Without a hash it takes as long and returns false. Hashes of before are of
 * the password as it was typed.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const composed = formOf(password);
  return (await isHashed(composed, hash)) || (composed !== password && (await isHashed(password, hash)));
}

async function isHashed(password: string, hash: string | null): Promise<boolean> {
  const parts = form.exec(hash ?? nobody());
  if (!parts) throw new Error("The stored password hash is not argon2id in PHC form");
  const [, memory, passes, parallelism, nonce, tag] = parts;
  const expected = Buffer.from(tag!, "base64");
  const actual = await inTurn("", () =>
    derive("argon2id", {
      message: password,
      nonce: Buffer.from(nonce!, "base64"),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  );
  return timingSafeEqual(actual, expected) && hash !== null;
}
