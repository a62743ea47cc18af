/** Whether this browser can make and use passkeys. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === "function";

/** Nothing was chosen: the person closed the browser's window, or let it wait too long. */
const isLeft = (error: unknown) => error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name);

async function orLeft(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    if (isLeft(error)) return undefined;
    throw error;
  }
}

/** Has one of the person's passkeys sign the options of the server. Undefined when they leave it be. */
export const signWithPasskey = (options: string): Promise<string | undefined> =>
  orLeft(async () => {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    return startAuthentication({ optionsJSON: JSON.parse(options) as never });
  });

/** Makes a passkey from the options of the server. Undefined when the person leaves it be. */
export const makePasskey = (options: string): Promise<string | undefined> =>
  orLeft(async () => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    return startRegistration({ optionsJSON: JSON.parse(options) as never });
  });
