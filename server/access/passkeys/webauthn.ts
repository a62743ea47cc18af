/** Loaded on first use: it brings the certificates of every kind of authenticator. */
export const webauthn = () => import("@simplewebauthn/server");
