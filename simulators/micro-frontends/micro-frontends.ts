/** Hosts the header and footer shared by all portals: a manifest, and two versions of each element. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../kit/store.ts";
import type { SimReply, Vendor } from "../kit/vendor.ts";

const parts = ["header", "footer"] as const;
type Part = (typeof parts)[number];
const versions = ["1", "2"] as const;
type Version = (typeof versions)[number];

/** Faults of the host; the listener's faults cover being down or slow. */
export const frontendFaults = [
  "wrongHash",
  "throws",
  "definesNothing",
  "drawsNothing",
  "oversized",
  "oversizedManifest",
  "wrongType",
  "redirect",
  "otherHost",
  "malformed",
] as const;
export type FrontendFault = (typeof frontendFaults)[number];
type Setting = { version: Version; fault: FrontendFault | null };

const sources = Object.fromEntries(
  parts.map((part) => [part, readFileSync(join(import.meta.dirname, `${part}-element.js`), "utf8")]),
) as Record<Part, string>;
const elementOf = (part: Part) => `tradewind-shared-${part}`;
const integrityOf = (source: string) => `sha384-${createHash("sha384").update(source).digest("base64")}`;
const oversized = 1024 * 1024;

function sourceOf(part: Part, { version, fault }: Setting): string {
  if (fault === "throws") return `throw new Error("The ${part} is broken");\n`;
  if (fault === "definesNothing") return "export {};\n";
  if (fault === "drawsNothing") return `customElements.define("${elementOf(part)}", class extends HTMLElement {});\n`;
  const source = sources[part].replace("VERSION", version);
  return fault === "oversized" ? `${source}// ${"x".repeat(oversized)}\n` : source;
}

export function microFrontends({ store }: { store: Store }): Vendor {
  const settings = store.collection<Setting>("setting");
  const setting = () => settings.get("") ?? { version: "2", fault: null };
  const missing: SimReply = { status: 404, body: { message: "There is no such file" } };

  function manifest(): SimReply {
    const now = setting();
    if (now.fault === "malformed") return { status: 200, body: { header: { element: "Header" } } };
    const entries = parts.map((part) => {
      const integrity = integrityOf(now.fault === "wrongHash" ? "another file" : sourceOf(part, now));
      const file = `v${now.version}/${part}.js`;
      return [
        part,
        {
          element: elementOf(part),
          script: now.fault === "otherHost" ? `https://elsewhere.example/${file}` : file,
          integrity,
        },
      ];
    });
    const filler = now.fault === "oversizedManifest" ? { filler: "x".repeat(oversized) } : {};
    return { status: 200, body: { version: now.version, ...Object.fromEntries(entries), ...filler } };
  }

  function script(part: Part, version: string): SimReply {
    const now = setting();
    if (!versions.includes(version as Version)) return missing;
    if (now.fault === "redirect") return { status: 302, headers: { location: "https://elsewhere.example/header.js" } };
    const type = now.fault === "wrongType" ? "text/html; charset=utf-8" : "text/javascript; charset=utf-8";
    const body = sourceOf(part, { version: version as Version, fault: now.fault });
    return { status: 200, headers: { "content-type": type }, body };
  }

  return {
    routes: [
      { method: "GET", path: "/manifest.json", answer: manifest },
      ...parts.map((part) => ({
        method: "GET" as const,
        path: `/v:version/${part}.js`,
        answer: ({ params }: { params: Record<string, string> }) => script(part, params.version!),
      })),
    ],
    notFound: () => missing,
    act: ({ version = setting().version, fault = null }) => settings.put("", { version, fault }),
  };
}
