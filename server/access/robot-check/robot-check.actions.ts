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
/** PBKDF2 rounds per try, and the tries a solution of weight 1 takes: about half a second in a browser. */
const cost = 1000;
const tries = { least: 200, most: 800 };

/** Derives two separate keys, so that nothing else the secret signs passes as a challenge. */
function secretsOf({ config }: Platform) {
  const keyFor = (use: string) =>
    createHmac("sha256", Buffer.from(config.SECRET_KEY, "base64")).update(`robot-check|${use}`).digest("hex");
  return { hmacSignatureSecret: keyFor("challenge"), hmacKeySignatureSecret: keyFor("key") };
}

/** Makes a challenge that takes `weight` times the usual work. */
export async function newChallenge(platform: Platform, weight: number): Promise<RobotChallenge> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost,
    counter: weight * (tries.least + randomBelow(tries.most - tries.least + 1)),
    data: { weight },
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

/** Returns the weight of the robot check that the text solves, 0 for none. A solution cannot be reused. */
export async function weightOfProof(platform: Platform, text: string | undefined): Promise<number> {
  const proof = text ? readProof(text) : undefined;
  if (!proof) return 0;
  const { verified } = await verifySolution({ ...proof, deriveKey, ...secretsOf(platform) });
  if (!verified) return 0;
  // The library accepts a solution repeatedly. Its signed nonce has a single spelling, so it identifies the solution.
  const { nonce, expiresAt, data } = proof.challenge.parameters;
  const isFirst = await platform.database.write({ role: "app_identity" }, (tx) =>
    useSolution(tx, nonce, new Date(expiresAt * 1000)),
  );
  return isFirst ? data.weight : 0;
}
