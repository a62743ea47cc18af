/**
 * Invitations that the administrator of a tenant accepts at the vendor. Acceptance is the proof that the tenant belongs
 * to the customer for whom the invitation was made; nothing that anybody types is.
 */
export type Invitations = {
  /** Makes an invitation; the same key always leads to the same one. */
  invite(asked: { key: string; customerName: string }): Promise<Invitation>;
  /** Tells what has become of it, as the vendor itself says. */
  look(ref: string): Promise<InvitationState>;
};

/** `links` are opened by the tenant's administrator, in this order. */
export type Invitation = { ref: string; links: readonly { label: string; url: string }[] };

export type InvitationState =
  /** `message` says what is still to be done. */
  | { state: "waiting"; message: string }
  | { state: "accepted"; tenantRef: string; tenantName: string }
  /** It can no longer be accepted. `reason` is in plain words for the reseller. */
  | { state: "over"; reason: string };
