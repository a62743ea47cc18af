/** What the portal and the small document around the hosted payment page say to each other. */

/** The fields of an authorisation as the vault's script names them. */
export type PageParameters = Readonly<Record<string, string>>;

/** The only thing that the portal asks of it. */
export type PageAsk = { kind: "open"; parameters: PageParameters };

/** What the vault's page answers once somebody pressed its button. */
export type PageAnswer = {
  success: boolean | "true" | "false";
  refId?: string;
  token?: string;
  signature?: string;
  errorCode?: string;
  errorMessage?: string;
};

export type PageNews =
  | { kind: "ready" }
  | { kind: "answered"; answer: PageAnswer }
  /** A parameter is missing or wrong, or the script did not come. */
  | { kind: "failed"; code: string; message: string };

export const paymentPagePath = "/payment-page";
