import { isTest } from "../source-files.ts";
import { anyArea } from "./places.ts";

/** The imports allowed below a folder, as patterns; `{x}` stands for the group that the folder's pattern captured. */
type Room = { folder: RegExp; may: readonly RegExp[]; instead: string };

const domain = /^domain\//;
const contract = /^contract\//;
const server = /^server\//;
const vendors = /^vendors\//;
const simulators = /^simulators\//;
/** Matches the vendor-neutral interface to outside systems. Only the server's files may import the list of vendors. */
const vendorInterface = /^vendors\/(?:(?!index\.ts)[\w-]+\.ts$|mail\/mail\.ts$)/;
const serverDoors = new RegExp(`^server/${anyArea}/[\\w-]+/[\\w-]+\\.(?:reads|actions|store|jobs)\\.ts$`);
const webDoors = new RegExp(`^web/${anyArea}/[\\w-]+/[\\w-]+\\.queries\\.ts$`);

/** The rooms of docs/layout.md. The first one that matches a file applies. */
const rooms: readonly Room[] = [
  {
    folder: new RegExp(`^domain/(?:${anyArea}|values|pricing)/[\\w.-]+$`),
    may: [domain],
    instead: "Rules take values as arguments; move what they need into domain.",
  },
  {
    folder: new RegExp(`^contract/(?:${anyArea}/)?[\\w.-]+$`),
    may: [contract, domain],
    instead: "The contract goes to the browser: it knows only domain and zod/mini.",
  },
  {
    folder: /^vendors\/([\w-]+)\//,
    may: [domain, vendorInterface, /^vendors\/{x}\//],
    instead: "A vendor's folder speaks one outside system: it knows no product code and no other vendor.",
  },
  { folder: /^vendors\/index\.ts$/, may: [domain, vendors], instead: "The list of vendors names vendors only." },
  { folder: vendors, may: [domain, vendorInterface], instead: "A vendor's interface needs only domain." },
  { folder: simulators, may: [simulators], instead: "A simulator that imports the product agrees with its mistakes." },
  {
    folder: /^server\/platform\//,
    may: [/^server\/platform\//, contract, domain, vendorInterface],
    instead: "The platform knows no area; hand the part in from app.ts, main.ts or worker.ts.",
  },
  {
    folder: new RegExp(`^server/(${anyArea}/[\\w-]+)/`),
    may: [/^server\/{x}\//, /^server\/platform\//, serverDoors, contract, domain, vendorInterface],
    instead: "Of another feature, import only its *.reads.ts, *.actions.ts, *.store.ts or *.jobs.ts.",
  },
  {
    folder: /^server\/test\//,
    may: [server, contract, domain, vendors, simulators, /^tools\//],
    instead: "Server tests drive the server and the simulators, not the portal.",
  },
  {
    folder: /^server\/[\w.-]+\.ts$/,
    may: [server, contract, domain, vendors],
    instead: "The product reaches a simulator by its address.",
  },
  {
    folder: /^web\/ui\//,
    may: [/^web\/ui\//],
    instead: "Parts of ui know nothing; move it to shared, or hand the value in.",
  },
  {
    folder: /^web\/platform\//,
    may: [/^web\/(?:platform|ui)\//, contract, domain],
    instead: "web/platform knows no screen and no feature.",
  },
  {
    folder: /^web\/shared\//,
    may: [/^web\/(?:shared|platform|ui)\//, webDoors, contract, domain],
    instead: "Shared parts may fetch through a feature's *.queries.ts, and know no screen.",
  },
  {
    folder: new RegExp(`^web/(${anyArea}/[\\w-]+)/`),
    may: [/^web\/{x}\//, /^web\/(?:shared|platform|ui)\//, webDoors, contract, domain],
    instead: "Of another feature, import only its *.queries.ts; a part that two features need moves to web/shared.",
  },
  {
    folder: /^web\/signed-out\//,
    may: [/^web\/(?:signed-out|shared|platform|ui)\//, webDoors, contract, domain],
    instead: "The public screens stay small: they know nothing of the signed-in app.",
  },
  {
    folder: /^web\/(?:app|test)\/|^web\/[\w.-]+$/,
    may: [/^web\//, contract, domain],
    instead: "The browser gets web, contract and domain.",
  },
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
  {
    folder: /^tools\/dev\//,
    may: [/^tools\//, server, contract, domain, vendors, simulators],
    instead: "Tools know the portal only by its build.",
  },
  {
    folder: /^tools\//,
    may: [/^tools\//, server, contract, domain, vendors],
    instead: "Only tools/dev knows the simulators.",
  },
];

const isTestSupport = (path: string) => /^(?:server|web)\/test\//.test(path);

/** Explains why the file at `from` may not import the file at `to`; undefined if it may. */
export function refusalOf(from: string, to: string): string | undefined {
  if (isAtRoot(from)) return undefined;
  const room = roomOf(from);
  if (!room) return undefined;
  if (isTest(from)) {
    if (server.test(from) && /^server\/(?:test\/|[\w-]+\.ts$)/.test(to)) return undefined;
    if (/^web\//.test(from) && /^web\/test\//.test(to)) return undefined;
    if (/^(?:server|vendors)\//.test(from) && (simulators.test(to) || vendors.test(to))) return undefined;
  }
  if (isTestSupport(to) && !isTest(from) && !/^(?:bench|tools)\//.test(from))
    return "What only tests need stays in tests.";
  const own = room.folder.exec(from)?.[1] ?? "";
  const allowed = room.may.some((pattern) => new RegExp(pattern.source.replaceAll("{x}", own)).test(to));
  return allowed ? undefined : room.instead;
}

const isAtRoot = (path: string) => /^[\w.-]+$/.test(path);
const roomOf = (path: string) => rooms.find(({ folder }) => folder.test(path));

/** Checks whether a file belongs to one of the rooms. */
export const hasRoom = (path: string): boolean => isAtRoot(path) || roomOf(path) !== undefined;
