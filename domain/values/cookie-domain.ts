const address = /^\[|^\d+(\.\d+){3}$/;
/** Second-level labels under which country registries register names, such as `co` in `co.uk`. */
const registries = /\.(ac|co|com|edu|gob|gov|gv|ltd|me|mil|ne|net|nhs|nom|or|org|plc|sch)\.[a-z]{2}$/;

/** Whether a name is only a registry's suffix, such as `co.uk`. */
export const isRegistryEnd = (name: string): boolean => name.split(".").length === 2 && registries.test(`.${name}`);

/**
 * Returns the last two labels of a host name, the domain of cookies shared with the other portals. Undefined, meaning
 * this host only, for those that browsers refuse: IP addresses, single labels, and suffixes such as `co.uk`.
 */
export function cookieDomain(host: string): string | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  const parts = name.split(".");
  if (address.test(name) || parts.length < 2 || parts.at(-1) === "localhost") return undefined;
  const domain = parts.slice(-2).join(".");
  return isRegistryEnd(domain) ? undefined : domain;
}
