/** The robot check of public forms: the browser proves that it has done some work. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** An ALTCHA challenge signed by us: find the counter whose derived key starts with the prefix. */
export const robotChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
    /** The work it takes, as a multiple of the usual. */
    data: z.object({ weight: z.number() }),
  }),
  signature: z.string(),
});
export type RobotChallenge = z.output<typeof robotChallenge>;

/** A solved check, sent as base64 of this JSON: the challenge as given, and its solution. */
export const robotProof = z.object({
  challenge: robotChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

export const robotCheck = {
  challenge: endpoint({
    method: "GET",
    path: "/api/auth/robot-challenge",
    summary: "A challenge of the robot check, good for five minutes and one attempt; the heavier, the more went wrong",
    access: "public",
    query: z.strictObject({ UserName: z._default(z.string().check(z.trim(), z.maxLength(100)), "") }),
    result: robotChallenge,
  }),
};
