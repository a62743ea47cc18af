import { consoles } from "@tradewind/contract/ordering/consoles.ts";
import { toast } from "../ui/toast.tsx";
import { ApiError, asApiError } from "../platform/api-error.ts";
import { call } from "../platform/api.ts";

/** Milliseconds between two looks whether the vendor has answered, and how many there are. */
const pause = 400;
const mostLooks = 50;

/**
 * Opens a vendor's console in a window of its own, which must be there with the press already: browsers keep windows
 * that come later from opening.
 */
export async function openConsole(instanceId: string): Promise<void> {
  const opened = window.open("", "_blank");
  if (!opened)
    return toast("Your browser blocked the new window. Allow pop-ups for this portal, and try again.", {
      kind: "problem",
    });
  opened.document.title = "Opening the console";
  opened.document.body.textContent = "Opening the console…";
  try {
    const address = await askFor(instanceId);
    // The console must not reach back into the portal.
    opened.opener = null;
    opened.location.replace(address);
  } catch (error) {
    opened.close();
    const { message, reference } = asApiError(error);
    toast(message, { kind: "problem", reference });
  }
}

async function askFor(instanceId: string): Promise<string> {
  const { Id } = await call(consoles.ask, { params: { instanceId } });
  for (let look = 0; look < mostLooks; look++) {
    const address = await call(consoles.link, { params: { consoleLinkId: Id } });
    if (address !== null) return address;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new ApiError(504, { Messages: ["The vendor does not answer at the moment. Please try again later."] });
}
