/** Addresses that need no session, served by a separate small document. */
export const publicPages = {
  login: "/login",
  signIn: "/sign-in",
  signUp: "/signup",
  forgetPassword: "/forget-password",
  resetPassword: "/reset-password",
  /** In mailed links, followed by the type of user, the user name and a key. */
  changePassword: "/change-password",
  /** In mailed links, followed by a key. */
  invitation: "/invitation",
  /** In mailed links, followed by a key. */
  quote: "/quote",
  permissionError: "/permission-error",
  /** For people whom a rule of their company keeps out: from where they are, or by the way they came in. */
  keptOut: "/kept-out",
  notFound: "/404",
  missing: "/not-found",
  spamRelease: "/spam-release",
  archiveAccess: "/verify-email-archive-access",
  leaving: "/handle-ext-auth",
  linkAccount: "/link-account",
  ssoCallback: "/sso-callback",
  singleExperienceError: "/single-experience-error",
};
