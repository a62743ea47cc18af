/** The addresses that need no session: a small document of their own serves them. */
export const publicPages = {
  login: "/login",
  signIn: "/sign-in",
  signUp: "/signup",
  forgetPassword: "/forget-password",
  resetPassword: "/reset-password",
  /** A mailed link goes on with the type of user, the name and a key. */
  changePassword: "/change-password",
  /** A mailed link goes on with a key. */
  invitation: "/invitation",
  permissionError: "/permission-error",
  notFound: "/404",
  missing: "/not-found",
  spamRelease: "/spam-release",
  archiveAccess: "/verify-email-archive-access",
  leaving: "/handle-ext-auth",
  linkAccount: "/link-account",
  ssoCallback: "/sso-callback",
  singleExperienceError: "/single-experience-error",
};
