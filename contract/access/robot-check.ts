/** The robot check of forms that anybody may send: a browser proves that it worked for a while. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** altcha's challenge, signed by us: find the counter whose derived key begins with the prefix. */
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
  }),
  signature: z.string(),
});
export type RobotChallenge = z.output<typeof robotChallenge>;

/** What a solved check is sent as, in base64 of its JSON: the challenge as given, and its solution. */
export const robotProof = z.object({
  challenge: robotChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

export const robotCheck = {
  challenge: endpoint({
    method: "GET",
    path: "/api/auth/robot-challenge",
    summary: "A challenge of the robot check, good for five minutes and one attempt",
    access: "public",
    as: "none",
    result: robotChallenge,
  }),
};
