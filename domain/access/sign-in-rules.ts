/** Rules that a company makes for the sessions and API tokens of its own people. They tighten what holds for everybody. */

/** An address or a range of addresses, and what it is. */
export type ListedAddress = { Address: string; Label: string };

export const mostListed = 100;
/** The widest ranges: fewer leading bits would let in nearly everybody. */
export const widestRange = { ipv4: 8, ipv6: 16 };

export const sessionLimits = {
  /** Minutes without a sign of life. An access token lives ten, so less could not be told from use. */
  idleMinutes: { least: 15, most: 60 },
  /** Hours until a session ends even when in use. */
  lifeHours: { least: 1, most: 12 },
  sessions: { least: 1, most: 20 },
} as const;

/** Returns what is wrong with an address or a range that has the form of one; undefined if it can be listed. */
export function faultOfRange(text: string): string | undefined {
  const [address = "", bits] = text.split("/");
  const isIpv6 = address.includes(":");
  // As browsers and Node write it: zeros left out, letters small, no dotted end.
  const plain = isIpv6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
  // These contain the IPv4 addresses, each written in another way.
  if (isIpv6 && plain.startsWith("::") && plain !== "::1")
    return "Enter IPv4 addresses in their own form, such as 192.0.2.7";
  const widest = isIpv6 ? widestRange.ipv6 : widestRange.ipv4;
  if (bits !== undefined && Number(bits) < widest)
    return `This range lets in nearly everybody. The widest ends in /${widest}`;
  return undefined;
}
