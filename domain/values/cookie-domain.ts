const address = /^\[|^\d+(\.\d+){3}$/;
/** Second labels under which countries register names: what ends in one belongs to everybody. */
const registries = /\.(ac|co|com|edu|gob|gov|gv|ltd|me|mil|ne|net|nhs|nom|or|org|plc|sch)\.[a-z]{2}$/;

/** Whether a name is only an end under which a registry hands out names, such as `co.uk`. */
export const isRegistryEnd = (name: string): boolean => name.split(".").length === 2 && registries.test(`.${name}`);

/**
 * The last two parts of a host name, which cookies shared with the other portals are for. Undefined, for this host only,
 * where browsers refuse that: addresses, single names, and ends such as `co.uk`.
 */
export function cookieDomain(host: string): string | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  const parts = name.split(".");
  if (address.test(name) || parts.length < 2 || parts.at(-1) === "localhost") return undefined;
  const domain = parts.slice(-2).join(".");
  return isRegistryEnd(domain) ? undefined : domain;
}
