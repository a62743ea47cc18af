/** Whose console is to be opened, and in whose name the vendor's own log shall tell it. */
export type ConsoleAsked = {
  tenantRef: string;
  contact: { name: string; email: string } | null;
  openedBy: string;
};

/** An address that signs in whoever opens it first, for a short time: a secret until then; or the vendor's no, in words. */
export type ConsoleAnswer = { url: string } | { code: string; reason: string };
