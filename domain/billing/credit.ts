/** Letters and digits that nobody takes for each other. */
export const codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** Of 32 letters each: too many to be guessed. */
export const codeLength = 16;

/** Takes a code as people type it: in any case, with or without hyphens and spaces. */
export const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
/** Writes a code as people read it, in fours. */
export const spacedCode = (code: string): string => code.match(/.{1,4}/g)?.join("-") ?? "";

/** What a reseller quotes when it adds credit by bank transfer. */
export const creditReference = (resellerId: string): string => `CR-${resellerId.slice(-8).toUpperCase()}`;

/** The most that is added by card at once, in minor units. */
export const mostAdded = 1_000_000n;

/** What one person gives away alone, in minor units; above it, somebody else approves the code. */
export const givenAlone = 50_000n;

export const codeStates = ["waiting", "open", "redeemed", "expired", "withdrawn"] as const;
export type CodeState = (typeof codeStates)[number];
