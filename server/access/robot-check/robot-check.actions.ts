import { createHmac } from "node:crypto";
import { robotProof, type RobotChallenge } from "@tradewind/contract/access/robot-check.ts";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import { realNow } from "../../platform/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import { randomBelow } from "../../platform/random.ts";
import { useSolution } from "./robot-check.store.ts";

/** Seconds until a challenge expires. */
const life = 300;
/** PBKDF2 rounds per try, and the tries a solution takes: about half a second in a browser. */
const cost = 1000;
const tries = { least: 200, most: 800 };

/** Derives two separate keys, so that nothing else the secret signs passes as a challenge. */
function secretsOf({ config }: Platform) {
  const keyFor = (use: string) =>
    createHmac("sha256", Buffer.from(config.SECRET_KEY, "base64")).update(`robot-check|${use}`).digest("hex");
  return { hmacSignatureSecret: keyFor("challenge"), hmacKeySignatureSecret: keyFor("key") };
}

export async function newChallenge(platform: Platform): Promise<RobotChallenge> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost,
    counter: tries.least + randomBelow(tries.most - tries.least + 1),
    deriveKey,
    expiresAt: Math.floor(realNow() / 1000) + life,
    ...secretsOf(platform),
  });
  return challenge as RobotChallenge;
}

function readProof(text: string) {
  try {
    const proof = z.safeParse(robotProof, JSON.parse(Buffer.from(text, "base64").toString("utf8")));
    return proof.success && /^[0-9a-f]+$/.test(proof.data.challenge.parameters.nonce) ? proof.data : undefined;
  } catch {
    return undefined;
  }
}

/** Tells whether the text solves one of our robot checks, once: a solution cannot be reused. */
export async function passesRobotCheck(platform: Platform, text: string | undefined): Promise<boolean> {
  const proof = text ? readProof(text) : undefined;
  if (!proof) return false;
  const { verified } = await verifySolution({ ...proof, deriveKey, ...secretsOf(platform) });
  if (!verified) return false;
  // The library accepts a solution repeatedly. Its signed nonce has a single spelling, so it identifies the solution.
  const { nonce, expiresAt } = proof.challenge.parameters;
  return platform.database.write({ role: "app_identity" }, (tx) => useSolution(tx, nonce, new Date(expiresAt * 1000)));
}
