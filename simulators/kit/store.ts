/** Stores documents in memory and appends every commit to a file, so that the state survives a killed process. */
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

export type Collection<T> = {
  get(id: string): T | undefined;
  /** Saves the document as it is now; call again after changing it. */
  put(id: string, document: T): T;
  remove(id: string): void;
  values(): T[];
};

export type Store = {
  collection<T>(name: string): Collection<T>;
  /** Writes all puts and removals since the last commit as one line: all of them survive a crash, or none. */
  commit(): void;
  reset(): void;
  /** How often the store was reset, which invalidates everything derived before. */
  resets(): number;
  close(): void;
  /** Returns a UUID that depends only on the seed and the number of ids made before. */
  newId(): string;
  newNumber(): number;
};

type Change = [collection: string, id: string, document: unknown];

const counterName = "_counter";

export function openStore(file: string, seed: string): Store {
  mkdirSync(dirname(file), { recursive: true });
  const collections = new Map<string, Map<string, unknown>>();
  for (const change of readChanges(file)) apply(collections, change);
  if (existsSync(file)) compact(file, collections);
  let handle = openSync(file, "a");
  const pending = new Map<string, Change>();
  let resets = 0;

  const note = (change: Change) => pending.set(`${change[0]}\n${change[1]}`, change);

  function collection<T>(name: string): Collection<T> {
    const documents = () => documentsOf(collections, name) as Map<string, T>;
    return {
      get: (id) => documents().get(id),
      put(id, document) {
        documents().set(id, document);
        note([name, id, document]);
        return document;
      },
      remove(id) {
        documents().delete(id);
        note([name, id, null]);
      },
      values: () => [...documents().values()],
    };
  }

  const counter = collection<{ value: number }>(counterName);
  const newNumber = () => counter.put("", { value: (counter.get("")?.value ?? 0) + 1 }).value;

  return {
    collection,
    newNumber,
    newId: () => seededId(`${seed}:${newNumber()}`),
    commit() {
      if (pending.size === 0) return;
      writeSync(handle, JSON.stringify([...pending.values()]) + "\n");
      pending.clear();
    },
    resets: () => resets,
    reset() {
      resets += 1;
      collections.clear();
      pending.clear();
      closeSync(handle);
      handle = openSync(file, "w");
    },
    close: () => closeSync(handle),
  };
}

function seededId(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function* readChanges(file: string): Generator<Change> {
  if (!existsSync(file)) return;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    const changes = parseLine(line);
    if (!changes) return;
    yield* changes;
  }
}

/** Returns undefined for an incomplete last line, left by a process that died while writing. */
function parseLine(line: string): Change[] | undefined {
  try {
    return JSON.parse(line) as Change[];
  } catch {
    return undefined;
  }
}

function apply(collections: Map<string, Map<string, unknown>>, [name, id, document]: Change) {
  const documents = documentsOf(collections, name);
  if (document === null) documents.delete(id);
  else documents.set(id, document);
}

function documentsOf(collections: Map<string, Map<string, unknown>>, name: string): Map<string, unknown> {
  let documents = collections.get(name);
  if (!documents) collections.set(name, (documents = new Map()));
  return documents;
}

/** Rewrites the file to one line per document, using a temporary file. */
function compact(file: string, collections: Map<string, Map<string, unknown>>) {
  const lines: string[] = [];
  for (const [name, documents] of collections)
    for (const [id, document] of documents) lines.push(JSON.stringify([[name, id, document]]));
  writeFileSync(`${file}.new`, lines.map((line) => line + "\n").join(""));
  renameSync(`${file}.new`, file);
}
