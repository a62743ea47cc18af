/**
 * The single catalogue of errors: code, HTTP status, and the sentence shown to the person, which says what happened and
 * what to do next. Messages about single fields are in `Errors`.
 */
export const errors = {
  // general
  invalidRequest: [400, "Some of the values sent cannot be used. Please correct them and try again."],
  malformedRequest: [400, "The request could not be read. Please check its format and try again."],
  notSignedIn: [401, "Your session has ended. Please sign in again."],
  tokenUnknown: [401, "This token is unknown, expired or revoked. Use another one."],
  PermissionNotFound: [403, "You do not have permission to do this. Please contact your administrator."],
  addressNotAllowed: [
    409,
    "Your company lets its people in from certain addresses only, and yours is not one of them. Come from your company’s network, or ask a colleague who manages users.",
  ],
  notFound: [404, "We could not find this. It may have been removed, or the address may be wrong."],
  requestTooSlow: [408, "The request did not arrive in time. Please try again."],
  methodNotAllowed: [405, "This address does not support that kind of request."],
  conflict: [409, "This was changed in the meantime. Please reload and try again."],
  tooLarge: [413, "What you sent is too large. Please send less at a time."],
  headersTooLarge: [431, "The headers of this request are too large. Please send fewer or shorter ones."],
  unsupportedMediaType: [415, "This kind of content is not supported here."],
  idempotencyKeyMissing: [400, "The Idempotency-Key header is missing. Send a new unique value for each new action."],
  idempotencyKeyInvalid: [400, "The Idempotency-Key header must be 1 to 255 ASCII characters without spaces."],
  idempotencyKeyReused: [422, "This Idempotency-Key was already used for a different request. Use a new one."],
  notWhileJumped: [409, "Only the person themselves can do this. End your visit to their portal first."],
  tooManyRequests: [429, "Too many requests. Please wait a moment and try again."],
  overloaded: [503, "The portal is very busy at the moment. Please try again in a few seconds."],
  exportsBusy: [503, "Too many exports are being downloaded. Please wait until one has finished and try again."],
  unexpected: [
    500,
    "Something went wrong on our side. Please try again; if it happens again, contact support with the reference.",
  ],
  unavailable: [503, "The portal is restarting. Please try again in a moment."],
  clockNotMovable: [409, "The clock of this installation cannot be moved."],
  // passwords
  currentPasswordIncorrect: [401, "Current password was incorrect."],
  passwordNotAllowed: [400, "Password does not meet requirements."],
  passwordKeyInvalid: [410, "This link has expired or was already used. Please ask for a new one."],
  // multi-factor authentication
  mfaAlreadyOn: [409, "Multi-factor authentication is already on. Reset it before you set it up again."],
  mfaNotOn: [409, "Multi-factor authentication is not on."],
  mfaSetupEnded: [409, "This key was shown more than ten minutes ago. Start again to get a new one."],
  mfaCodeWrong: [422, "The code you entered is not correct. Please try again."],
  mfaNotHere: [409, "This session cannot change multi-factor authentication. Sign in with your own password to do so."],
  actsElsewhere: [409, "This person also acts for others, so only they can change how they sign in."],
  confirmFirst: [409, "Please confirm that it is you, with your password or a code, and try again."],
  passwordWrong: [422, "The password is not correct. Please try again."],
  // passkeys
  passkeysNotHere: [409, "Passkeys do not work at this address. Open the portal at its usual address to use one."],
  passkeyMissing: [409, "You have no passkey for this address. Confirm with your password or a code instead."],
  passkeyRefused: [422, "The passkey could not be confirmed. Please try again, or use another way."],
  passkeysEnough: [409, "You have reached the maximum number of passkeys. Remove one you no longer need first."],
  secondFactorMissing: [409, "Set up multi-factor authentication or a passkey first, under My Account, Security."],
  secondFactorFirst: [409, "Please confirm with a code or a passkey that it is you, and try again."],
  // signing in at a provider
  providerNotConfigured: [409, "This way of signing in is not set up here. Sign in with your username and password."],
  providerUnavailable: [503, "The sign-in provider is not responding. Please try again in a moment."],
  companyProviderSilent: [
    409,
    "Your company's identity provider does not answer as OpenID Connect asks. Check its issuer, or try again later.",
  ],
  partnerPortalUnavailable: [503, "The partner portal is not responding. Please try again in a moment."],
  signInNotBegun: [409, "This sign-in has expired or was started in another browser. Please start again."],
  // people and invitations
  invitationInvalid: [
    410,
    "This invitation has expired, was withdrawn or was already used. Ask the sender for a new one.",
  ],
  invitationClosed: [409, "This invitation is no longer open. Please reload to see its state."],
  invitedAlready: [409, "Somebody with this address has already been invited. Resend that invitation instead."],
  userNameTaken: [409, "Somebody already signs in with this address. Use another address."],
  notYourself: [409, "You cannot do this to yourself. Ask a colleague who manages users."],
  lastAdministrator: [
    409,
    "Nobody else manages the people of their company. Give somebody else that role first, or let the company end.",
  ],
  companyNotByProvider: [
    409,
    "This company does not accept your sign-in provider. Sign in with your username and password to open it.",
  ],
  invitationOfAnother: [409, "This invitation is for somebody else. Sign in as the person it was sent to."],
  signInToJoin: [409, "You sign in here with this address already. Sign in to join; your password stays as it is."],
  rolesBeyondYou: [409, "You can only add and remove roles that you hold yourself. Ask a colleague who holds them."],
  userSuspended: [409, "This person is suspended. Reactivate them first."],
  userNotSuspended: [409, "This person is not suspended."],
  passwordOfProvider: [409, "This person signs in at their organisation's provider, which keeps their password."],
  lastWayIn: [409, "This is the only way you sign in. Ask your administrator for a password first."],
  domainNotProven: [
    409,
    "The record is not in the domain's DNS yet. New records can take an hour to be seen everywhere.",
  ],
  providerNotReady: [409, "Test the provider and prove a domain before you switch it on."],
  domainPublic: [422, "Anybody can have an address at this domain. Use a domain that belongs to the company."],
  domainTaken: [409, "This domain is already set up, for this company or another."],
  onlyPartOfCompany: [
    409,
    "You look after certain customers or products only. Ask a colleague who looks after all of them to do this.",
  ],
  businessRequestWaits: [
    409,
    "You have already requested a change, which is not decided yet. Withdraw it before you request another.",
  ],
  businessRequestDecided: [409, "This has already been decided. Please reload to see the decision."],
  companyNotFromHere: [
    409,
    "This company lets its people in from certain addresses only, and yours is not one of them.",
  ],
  companyOnlyByProvider: [
    409,
    "This company lets its people in by single sign-on only. Sign out, and sign in at your organisation’s provider.",
  ],
  // API tokens and rules of sign-in
  byProviderOnly: [
    409,
    "Your company now signs in at its provider: a password or a passkey no longer lets you in. Sign in there to go on.",
  ],
  everyRoleNeeded: [
    403,
    "Whoever decides how your company signs in can become anybody in it, so this takes every role, signing agreements included. Please ask an owner of your company.",
  ],
  domainsEnough: [409, "Twenty domains wait for their proof. Prove one or take it away before you add another."],
  tokensEnough: [409, "Your company has reached the maximum number of API tokens. Revoke one that is no longer used."],
  ownAddressMissing: [
    422,
    "Your own address is not on the list, so you would shut yourself out. Add it, or switch the list off.",
  ],
  addressUnknown: [
    409,
    "The portal cannot tell from which addresses people come here, so the list cannot be switched on. Please contact support.",
  ],
  singleSignOnOnly: [
    409,
    "Your company's people may sign in by single sign-on only, so this would shut them out. Allow other ways in the session rules first.",
  ],
  signInByProviderFirst: [
    409,
    "Sign in by single sign-on first, which proves that it works for you. Then demand it of your company.",
  ],
  // white label
  whiteLabelsOff: [409, "The marketplace has switched off partners' white labels, so they cannot be changed."],
  logoInvalid: [422, "The logo cannot be used. Please check what is wrong with it and choose another picture."],
  // hosts of resellers
  hostTaken: [409, "This host already belongs to a reseller. Remove it there first, or choose another."],
  hostOurs: [422, "This is the marketplace's own address. Choose one of the reseller's hosts."],
  // customers
  customerNameTaken: [409, "A customer with this name already exists. Choose another name."],
  customerAlreadySuspended: [409, "This customer is already suspended."],
  customerNotSuspended: [409, "This customer is not suspended."],
  customerSuspended: [409, "This customer is suspended. Reactivate it before changing its services."],
  // rules
  orderEmpty: [422, "Nothing was chosen. Choose at least one item and try again."],
  offerUnknown: [422, "This offer does not exist. Please reload and choose again."],
  offerNotForSale: [409, "This offer is no longer sold. Choose another one."],
  priceMissing: [409, "This offer has no price in your currency for that day. Please contact support."],
  quantityInvalid: [422, "The quantity must be a whole number."],
  quantityBelowMinimum: [422, "The quantity is below the least that can be ordered. Choose more, or cancel instead."],
  quantityAboveMaximum: [422, "The quantity is above the most that can be ordered. Choose fewer."],
  quantityUnchanged: [422, "This is already the current quantity. Choose another one."],
  quantityFixed: [
    409,
    "The quantity of a one-off purchase cannot be changed. Place another order, or cancel this one.",
  ],
  addOnNeedsProduct: [422, "This add-on needs a product that the customer does not have. Order that product as well."],
  addOnsStillActive: [409, "Add-ons still depend on this subscription. Cancel them together with it."],
  lineKeyTaken: [422, "The same line was sent twice. Please reload and try again."],
  onlyOnePerCustomer: [409, "This customer already has the product, and it can be ordered only once per customer."],
  onlyOnePerReseller: [409, "You already have this product, and it can be ordered only once."],
  productNotForEndUserAdmin: [409, "This product can only be ordered by your reseller. Please contact them."],
  agreementNotSigned: [409, "The agreement for this product is not signed yet. Review and sign it, then try again."],
  noPermissionToAgree: [409, "You do not have permission to agree. Ask an authorised person at your company to sign."],
  subscriptionUnknown: [404, "We could not find this subscription. Please reload and try again."],
  subscriptionEnded: [409, "This subscription has ended. Order it again instead."],
  subscriptionSuspended: [409, "This subscription is suspended. Reactivate it before changing it."],
  subscriptionNotSuspended: [409, "This subscription is not suspended."],
  reductionWindowClosed: [
    409,
    "The time for returning this many has passed. Schedule the reduction for the end of the term.",
  ],
  reductionNotAllowed: [
    409,
    "The quantity of this subscription cannot be reduced during the term. Schedule the reduction for the end of the term.",
  ],
  cancellationWindowClosed: [
    409,
    "The time for cancelling has passed. Schedule the cancellation for the end of the term.",
  ],
  alreadyDispatched: [409, "This order has been dispatched and can no longer be cancelled."],
  renewalLocked: [409, "This subscription is about to renew. Please try again once the renewal is complete."],
  billingBehind: [409, "The new billing period is being prepared. Please try again in a few minutes."],
  scheduleNotPossible: [409, "This cannot be scheduled for the end of the term. Choose another change."],
  periodNotDue: [409, "The current billing period is not over yet."],
  differenceNotTaken: [
    409,
    "This cannot be taken over from the vendor. Ask the vendor for what we have, or accept it.",
  ],
  differenceSettled: [409, "This difference is settled already. Please reload to see how."],
  // catalogue
  pricesHidden: [409, "Prices are hidden for your account. Show them in the display settings before you change one."],
  // agreements
  agreementAlreadySigned: [409, "This agreement is already signed. Please reload to see by whom."],
  agreementTextChanged: [409, "There is a newer version of this agreement. Please reload, read it and sign that one."],
  signatureImageInvalid: [422, "The drawn signature could not be read. Draw it again, or type your name."],
  // orders
  proposalChanged: [
    409,
    "The price or the terms have changed since you looked. Please check the new proposal and confirm again.",
  ],
  serviceBusy: [409, "This service is already being changed. Please wait until that has finished and try again."],
  subscriptionNotProvided: [
    409,
    "The vendor refused this when it was ordered, so there is nothing to change. Try its order again, or cancel it.",
  ],
  retryTooLate: [409, "The promised period is over. Cancel what was never provided, then order it again."],
  orderNotFailed: [409, "Only a failed order can be tried again."],
  applicationDecided: [409, "This application has already been decided. Please reload to see the decision."],
  tenantNotBrought: [409, "A tenant of this product's vendor cannot be brought in."],
  tenantKnown: [409, "This customer has a tenant there already."],
  tenantRequested: [409, "There is a request for this customer already. Please reload to see it."],
  tenantRequestOver: [409, "This request is over. Please reload to see how it ended."],
  tenantRefMalformed: [422, "This is not a tenant ID."],
  tenantTaken: [409, "This tenant belongs to another customer of the marketplace."],
  tenantBusy: [409, "An order of this customer is being provided there. Try again once it is done."],
  tenantInUse: [409, "Something is still provided in this tenant."],
  workFinished: [409, "This work is already finished."],
  // support
  ticketClosed: [409, "This ticket is closed. Open a new one and mention its number; we will find the old one."],
  ticketStateNotAllowed: [409, "The ticket's state does not allow this. Please reload to see it."],
  ticketNotSolved: [409, "This ticket is not solved yet. You can say whether the answer helped once it is."],
  ticketFileInvalid: [422, "This file cannot be sent. Please check what is wrong with it and choose another."],
  fileWaits: [409, "This file is still being checked for viruses. Try again in a moment."],
  fileInfected: [410, "A virus was found in this file, so it was removed."],
  uploadInfected: [422, "A virus was found in this file, so it was not kept."],
  scannerDown: [503, "Files cannot be checked for viruses at the moment. Please try again later."],
  ticketFileUnknown: [422, "A file is no longer available. Remove it, choose it again and send the message again."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errors;
