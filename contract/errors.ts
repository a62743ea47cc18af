/**
 * The one catalogue of refusals: code, HTTP status, and the sentence a person reads.
 * A sentence says what happened and what to do next. A field's own message travels in `Errors`.
 */
export const errors = {
  // general
  invalidRequest: [400, "Some of the values sent cannot be used. Please correct them and try again."],
  malformedRequest: [400, "The request could not be read. Please check its format and try again."],
  notSignedIn: [401, "Your session has ended. Please sign in again."],
  PermissionNotFound: [403, "You do not have permission to do this. Please contact your administrator."],
  notFound: [404, "We could not find this. It may have been removed, or the address may be wrong."],
  methodNotAllowed: [405, "This address does not support that kind of request."],
  conflict: [409, "This was changed in the meantime. Please reload and try again."],
  tooLarge: [413, "What you sent is too large. Please send less at a time."],
  unsupportedMediaType: [415, "This kind of content is not supported here."],
  idempotencyKeyMissing: [400, "The Idempotency-Key header is missing. Send a new unique value for each new action."],
  idempotencyKeyReused: [422, "This Idempotency-Key was already used for a different request. Use a new one."],
  tooManyRequests: [429, "Too many requests. Please wait a moment and try again."],
  unexpected: [
    500,
    "Something went wrong on our side. Please try again; if it happens again, contact support with the reference.",
  ],
  unavailable: [503, "The portal is restarting. Please try again in a moment."],
  clockNotMovable: [409, "The clock of this installation cannot be moved."],
  // customers
  customerNameTaken: [409, "A customer with this name already exists. Choose another name."],
  customerAlreadySuspended: [409, "This customer is already suspended."],
  customerNotSuspended: [409, "This customer is not suspended."],
  customerSuspended: [409, "This customer is suspended. Reactivate it before changing its services."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errors;
