/** Reads what somebody published in a domain's DNS. */
import { Resolver } from "node:dns/promises";
import { VendorUnavailable } from "./vendor.ts";

const notThere = new Set(["ENOTFOUND", "ENODATA"]);

/** Lists the texts at a name. `servers` are asked instead of the system's, as `address:port`. */
export async function readTextRecords(name: string, servers: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (cause) {
    if (notThere.has((cause as { code?: string }).code ?? "")) return [];
    throw new VendorUnavailable(`The DNS did not answer for ${name}`, { cause });
  }
}
