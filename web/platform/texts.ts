/** Texts that every page may need, by key. A feature keeps its own beside its screens. */
export const texts = {
  "LOGIN.BACKEND_ERROR": "We could not sign you in just now. Please try again later.",
  "LOGIN.USERNAME_INVALID": "We do not recognise this username. Please check it and try again.",
  "LOGIN.DETAILS_INCORRECT": "The supplied details are incorrect",
  "LOGIN.UNKNOWN_FLOW": "This page does not know how this account signs in. Please contact support.",
  "MFA.CONFIGURE.ERROR_MESSAGE_MAIN": "The code you entered is not correct. Please try again.",
  "ADD_CUSTOMER.ERROR_MESSAGE": "Please correct the following:",

  "ERROR.400": "Some of the values sent cannot be used. Please correct them and try again.",
  "ERROR.401": "Your session has ended. Please sign in again.",
  "ERROR.403": "You do not have permission to do this. Please contact your administrator.",
  "ERROR.404": "We could not find this. It may have been removed, or the address may be wrong.",
  "ERROR.409": "This was changed in the meantime. Please reload and try again.",
  "ERROR.413": "What you sent is too large. Please send less at a time.",
  "ERROR.422": "This could not be carried out as it was sent. Please check it and try again.",
  "ERROR.429": "Too many requests. Please wait a moment and try again.",
  "ERROR.500": "Something went wrong on our side. Please try again; if it happens again, contact support.",
  "ERROR.NO_ANSWER": "The portal did not answer. Please check your connection and try again.",
  "ERROR.OFFLINE": "You are offline. Please connect to the internet and try again.",

  "NOT_FOUND.TITLE": "Page not found",
  "NOT_FOUND.TEXT": "The address may be mistyped, or the page may have moved.",
} as const;
