/** What the portal and the small document around the gateway's form for cards say to each other. */
export const cardPagePath = "/card-page";

export type CardAsk =
  | { kind: "open"; key: string; minor: number; currency: string }
  /** Keep what was entered at the gateway. */
  | { kind: "take" }
  /** Show the step that the payer's bank asks for. */
  | { kind: "act"; clientSecret: string };

export type CardNews =
  | { kind: "ready" }
  | { kind: "opened" }
  /** The gateway's number of the card. */
  | { kind: "taken"; ref: string }
  | { kind: "acted" }
  /** What was entered is not taken. */
  | { kind: "refused"; message: string }
  /** The form did not come. */
  | { kind: "failed"; message: string };
