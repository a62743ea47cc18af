import { isTest } from "./source-files.ts";

/** What the files below a folder may import, as folders or exact files; `{x}` stands for the file's own second folder. */
type Room = { folder: RegExp; may: readonly RegExp[]; instead: string };

const domain = /^domain\//;
const contract = /^contract\//;
const server = /^server\//;
const vendors = /^vendors\//;
const simulators = /^simulators\//;
/** What the product needs of an outside system, in its own words; all else in `vendors` is one make of it. */
const connectorInterface =
  /^vendors\/([\w-]+\.ts$|(psa|payments|direct-debit|hosted-page|identity|help-articles|forum|mail)\/\2\.ts$)/;
const serverDoors =
  /^server\/(?:access|customers|catalogue|ordering|billing|psa|spend|support|portal|insight|developer)\/[\w-]+\/[\w-]+\.(actions|store|jobs)\.ts$/;
const webQueries =
  /^web\/(?:access|customers|catalogue|ordering|billing|psa|spend|support|portal|insight|developer)\/[\w-]+\/[\w-]+\.queries\.ts$/;

/** The doors of the house. The first room that a file lies in counts. */
const rooms: readonly Room[] = [
  { folder: domain, may: [domain], instead: "Rules take values as arguments; move what they need into domain." },
  { folder: contract, may: [contract, domain], instead: "The contract goes to the browser: only domain and zod/mini." },
  {
    folder: /^vendors\/([\w-]+)\//,
    may: [domain, connectorInterface, /^vendors\/{x}\//],
    instead: "A connector speaks one outside system and knows no product and no other connector.",
  },
  { folder: vendors, may: [domain, connectorInterface], instead: "A connector's interface needs only domain." },
  { folder: simulators, may: [simulators], instead: "A simulator that imports the product agrees with its mistakes." },
  {
    folder: /^server\/platform\//,
    may: [/^server\/platform\//, contract, domain, connectorInterface],
    instead: "The platform knows no feature; hand the part in from app.ts, main.ts or worker.ts.",
  },
  {
    folder:
      /^server\/((?:access|customers|catalogue|ordering|billing|psa|spend|support|portal|insight|developer)\/[\w-]+)\//,
    may: [/^server\/{x}\//, /^server\/platform\//, serverDoors, contract, domain, connectorInterface],
    instead: "Of another feature use only its *.actions.ts, *.store.ts or *.jobs.ts.",
  },
  { folder: /^server\/test\//, may: [server, contract, domain, vendors, simulators, /^tools\//], instead: "" },
  {
    folder: /^server\/[\w-]+\.ts$/,
    may: [server, contract, domain, vendors],
    instead: "Reach simulators by address.",
  },
  {
    folder: /^web\/ui\//,
    may: [/^web\/ui\//],
    instead: "Parts of ui know nothing; move it to shared or hand the value in.",
  },
  {
    folder: /^web\/platform\//,
    may: [/^web\/(platform|ui)\//, contract, domain],
    instead: "web/platform knows no screen and no feature.",
  },
  {
    folder: /^web\/shared\//,
    may: [/^web\/(shared|platform|ui)\//, webQueries, contract, domain],
    instead: "Shared parts may fetch by a feature's *.queries.ts, and know no screen.",
  },
  {
    folder:
      /^web\/((?:access|customers|catalogue|ordering|billing|psa|spend|support|portal|insight|developer)\/[\w-]+)\//,
    may: [/^web\/{x}\//, /^web\/(shared|platform|ui)\//, webQueries, contract, domain],
    instead: "A part that two features need moves to web/shared; of another feature use only its *.queries.ts.",
  },
  {
    folder: /^web\/signed-out\//,
    may: [/^web\/(signed-out|shared|platform|ui)\//, webQueries, contract, domain],
    instead: "The public screens stay small: nothing of the signed-in app.",
  },
  { folder: /^web\//, may: [/^web\//, contract, domain], instead: "The browser gets web, contract and domain." },
  {
    folder: /^e2e\//,
    may: [/^e2e\//, contract, domain, simulators, /^tools\//],
    instead: "A browser test sees what a person sees.",
  },
  {
    folder: /^bench\//,
    may: [/^bench\//, contract, domain, server, vendors, simulators, /^tools\//],
    instead: "Measure the product from outside.",
  },
  { folder: /^tools\/dev\//, may: [/^tools\//, server, contract, domain, vendors, simulators], instead: "" },
  {
    folder: /^tools\//,
    may: [/^tools\//, server, contract, domain, vendors],
    instead: "Only tools/dev knows the simulators.",
  },
];

/** Why the file at `from` may not import the file at `to`; undefined where it may. */
export function refusal(from: string, to: string): string | undefined {
  if (/^[\w.-]+$/.test(from)) return undefined;
  const room = rooms.find(({ folder }) => folder.test(from));
  if (!room) return `${from} lies in no room of docs/layout.md. Move it into one.`;
  if (isTest(from)) {
    if (/^server\/(test\/|[\w-]+\.ts$)/.test(to) && server.test(from)) return undefined;
    if (/^web\/test\//.test(to) && /^web\//.test(from)) return undefined;
    if (/^(server|vendors)\//.test(from) && (simulators.test(to) || vendors.test(to))) return undefined;
  }
  if (/^(server|web)\/test\//.test(to) && !isTest(from) && !/^(bench|tools)\//.test(from))
    return "What only tests need stays in tests.";
  const own = room.folder.exec(from)?.[1] ?? "";
  const allowed = room.may.some((pattern) => new RegExp(pattern.source.replaceAll("{x}", own)).test(to));
  return allowed ? undefined : room.instead;
}
