/**
 * Fetches from addresses that customers typed: public ones only, whatever their name resolves to when the connection is
 * made; no redirects, and answers bounded in time and size.
 */
import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent, fetch as send, type RequestInit } from "undici";

export type Fetch = (
  url: string,
  init: { method?: string; headers?: HeadersInit; body?: string; signal?: AbortSignal },
) => Promise<Response>;

/** How long an address may take, in milliseconds to connect and until the answer is read, and how many bytes it may send. */
export type FetchLimits = { patience: number; largestAnswer: number };
const usual: FetchLimits = { patience: 5_000, largestAnswer: 256 * 1024 };

const notPublic = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  notPublic.addSubnet(net, bits, "ipv4");
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");
// Addresses that carry an IPv4 address inside, and documentation.
for (const [net, bits] of [
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  notPublic.addSubnet(net, bits, "ipv6");

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, "ipv4");
  return isIP(address) === 6 && global.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}

class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
  }
}

/** Resolves a name to public addresses only: checked where the connection is made, so that a second answer is too. */
const lookupPublic: LookupFunction = (host, options, found) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const refused = error ?? (addresses.every(({ address }) => isPublicAddress(address)) ? null : new NotPublic(host));
    if (refused || addresses.length === 0) return found(refused ?? new NotPublic(host), "");
    if (options.all) return found(null, addresses);
    return found(null, addresses[0]!.address, addresses[0]!.family);
  });

/** `local` is for a demo, whose provider is on this machine. */
const agentsOf = ({ patience, largestAnswer }: FetchLimits) => {
  const bounds = { maxResponseSize: largestAnswer, headersTimeout: patience, bodyTimeout: patience, connections: 4 };
  return {
    guarded: new Agent({ ...bounds, connect: { timeout: patience, lookup: lookupPublic } }),
    local: new Agent({ ...bounds, connect: { timeout: patience } }),
  };
};
const usualAgents = agentsOf(usual);

/** Returns the fetch; `anywhere` lets it reach private addresses and plain HTTP. */
export function guardedFetch({ anywhere, limits = usual }: { anywhere: boolean; limits?: FetchLimits }): Fetch {
  const { guarded, local } = limits === usual ? usualAgents : agentsOf(limits);
  return async (url, init) => {
    const { protocol, hostname, username } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, "");
    if (!anywhere && (protocol !== "https:" || username !== "" || (isIP(host) !== 0 && !isPublicAddress(host))))
      throw new NotPublic(host);
    const headers = new Headers(init.headers);
    headers.set("accept-encoding", "identity");
    const answer = await send(url, {
      ...(init as RequestInit),
      headers: [...headers],
      signal: AbortSignal.any([AbortSignal.timeout(limits.patience), ...(init.signal ? [init.signal] : [])]),
      redirect: "error",
      dispatcher: anywhere ? local : guarded,
    });
    // The bounds count what is sent: some bytes can unpack to more than there is memory.
    if ((answer.headers.get("content-encoding") ?? "identity") !== "identity") {
      await answer.body?.cancel();
      throw new Error(`${host} sent a packed answer`);
    }
    return answer as unknown as Response;
  };
}
