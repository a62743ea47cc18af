import { consoles } from "@tradewind/contract/ordering/consoles.ts";
import { ApiError } from "../platform/api-error.ts";
import { call } from "../platform/api.ts";
import { openSignedIn } from "./open-signed-in.ts";

/** Milliseconds between two looks whether the vendor has answered, and how many there are. */
const pause = 400;
const mostLooks = 50;

/** Opens a vendor's console in a window of its own. */
export const openConsole = (instanceId: string): Promise<void> => openSignedIn("the console", () => askFor(instanceId));

async function askFor(instanceId: string): Promise<string> {
  const { Id } = await call(consoles.ask, { params: { instanceId } });
  for (let look = 0; look < mostLooks; look++) {
    const address = await call(consoles.link, { params: { consoleLinkId: Id } });
    if (address !== null) return address;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new ApiError(504, { Messages: ["The vendor does not answer at the moment. Please try again later."] });
}
