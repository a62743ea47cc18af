/** Loaded with the first passkey that is asked for: it brings the certificates of every kind of authenticator. */
export const webauthn = () => import("@simplewebauthn/server");
