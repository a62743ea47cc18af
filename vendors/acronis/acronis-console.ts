/**
 * Signs somebody in to Acronis's console as the administrator of a customer's tenant. We keep one of our own in each
 * tenant that is looked at, with a login made of the tenant's id, since none that the customer made is ours to use.
 */
import type { ConsoleAnswer, ConsoleAsked } from "../consoles.ts";
import { VendorRefusal } from "../http.ts";
import type { Acronis } from "./acronis-api.ts";

export const acronisConsole =
  (api: Acronis, baseUrl: string) =>
  async (asked: ConsoleAsked): Promise<ConsoleAnswer> => {
    try {
      const { id, login } = await ensureUser(api, asked);
      if (!(await api.isAdministrator(id, asked.tenantRef))) await api.makeAdministrator(id, asked.tenantRef);
      const ott = await api.takeOneTimeToken(login, `Opened by ${asked.openedBy}`);
      // Behind the hash it is sent to nobody but the page itself.
      return { url: `${baseUrl}/api/2/idp/external-login#ott=${encodeURIComponent(ott)}&targetURI=${baseUrl}/mc/` };
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error;
      return { code: error.code, reason: reasonOf(error) };
    }
  };

async function ensureUser(api: Acronis, { tenantRef, contact }: ConsoleAsked) {
  const login = `portal-${tenantRef}`;
  const findOurs = async () => (await api.listUsers(tenantRef)).find((user) => user.login === login);
  const found = await findOurs();
  if (found) return found;
  if (!contact) throw new VendorRefusal(400, "contact", "The customer has no contact yet");
  const [firstname = "", ...rest] = contact.name.split(" ");
  const user = {
    tenant_id: tenantRef,
    login,
    contact: { email: contact.email, firstname, lastname: rest.join(" ") || firstname },
  };
  return api.createUser(user).catch(async (error: unknown) => {
    // Somebody else who opened it for the first time was faster.
    const made = error instanceof VendorRefusal && error.status === 409 ? await findOurs() : undefined;
    if (!made) throw error;
    return made;
  });
}

function reasonOf({ status, code, message }: VendorRefusal): string {
  if (code === "contact")
    return "The customer has no contact yet. Add one to the customer, then open the console again.";
  if (status === 403) return "The customer has switched support access off at Acronis.";
  return `Acronis refused this: ${message.replace(/\.?$/, ".")}`;
}
