import type { ListedAddress } from "@tradewind/domain/access/sign-in-rules.ts";
import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";
import type { Config } from "./config.ts";

const lists = new WeakMap<readonly string[], BlockList>();

function listOf(listed: readonly string[]): BlockList {
  const known = lists.get(listed);
  if (known) return known;
  const list = new BlockList();
  for (const entry of listed) {
    const [address = "", bits] = entry.split("/");
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  lists.set(listed, list);
  return list;
}

const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");

/** The addresses that rules let in; null if they let in all. */
export const listedBy = (rules: { only_listed: boolean | null; listed: readonly ListedAddress[] | null }) =>
  rules.only_listed ? (rules.listed ?? []).map(({ Address }) => Address) : null;

/** Whether a company lets in whoever calls from an address; null lets in all. IPv4 written as IPv6 is IPv4. */
export const isListed = (listed: readonly string[] | null, ip: string): boolean =>
  listed === null || (isIP(ip) !== 0 && listOf(listed).check(ip, familyOf(ip)));

/** Refuses whoever comes from an address that their company does not let in. */
export function requireListed(listed: readonly string[] | null, ip: string): void {
  if (!isListed(listed, ip)) throw new AppError("addressNotAllowed", { details: { Address: ip } });
}

/**
 * Whether the address of a call is the caller's: each of the trusted proxies named whom it had the call from. Without a
 * proxy, callers are only told apart in the demo, since every production has one in front.
 */
export const isAddressKnown = ({ ips = [] }: FastifyRequest, { TRUST_PROXY, DEMO }: Config): boolean =>
  TRUST_PROXY === 0 ? DEMO : ips.length === TRUST_PROXY + 1;
