/**
 * Returns an IPv4 address unchanged and an IPv6 address's /64 network, because one caller can use all addresses in it.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!ip.includes(":")) return ip;
  const [head, tail = []] = ip.split("::").map((part) => part.split(":").filter((group) => group !== "")) as [
    string[],
    string[]?,
  ];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
