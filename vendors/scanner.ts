/** The interface between the portal and the scanner that looks for viruses in what people send. */

/** What a scanner found: the name of a virus, or nothing. */
export type Verdict = { virus: string | undefined };

export type Scanner = {
  /** Looks into bytes. Throws if it cannot say, so that they are looked into again later. */
  scan(bytes: Buffer): Promise<Verdict>;
  /** Says which scanner answers, with its signatures. Throws if none does. */
  version(): Promise<string>;
};
