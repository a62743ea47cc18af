import { toast } from "../ui/toast.tsx";
import { asApiError } from "../platform/api-error.ts";

/**
 * Opens an outside site in a window of its own, which must be there with the press already: browsers keep windows that come later
 * from opening. `ask` finds the address.
 */
export async function openSignedIn(name: string, ask: () => Promise<string>): Promise<void> {
  const opened = window.open("", "_blank");
  if (!opened)
    return toast("Your browser blocked the new window. Allow pop-ups for this portal, and try again.", {
      kind: "problem",
    });
  opened.document.title = `Opening ${name}`;
  opened.document.body.textContent = `Opening ${name}…`;
  try {
    const address = await ask();
    // The site must not reach back into the portal.
    opened.opener = null;
    opened.location.replace(address);
  } catch (error) {
    opened.close();
    const { message, reference } = asApiError(error);
    toast(message, { kind: "problem", reference });
  }
}
