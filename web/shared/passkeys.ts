/** Checks whether this browser can create and use passkeys. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === "function";

/** The person closed the browser's window or let it time out. */
const isLeft = (error: unknown) => error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name);

async function orLeft(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    if (isLeft(error)) return undefined;
    throw error;
  }
}

/** Signs the server's options with one of the person's passkeys. Returns undefined if the person cancels. */
export const signWithPasskey = (options: string): Promise<string | undefined> =>
  orLeft(async () => {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    return startAuthentication({ optionsJSON: JSON.parse(options) });
  });

/** Creates a passkey from the server's options. Returns undefined if the person cancels. */
export const makePasskey = (options: string): Promise<string | undefined> =>
  orLeft(async () => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    return startRegistration({ optionsJSON: JSON.parse(options) });
  });
