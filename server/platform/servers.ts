import { callbackify } from "node:util";
import type pg from "pg";
import { GatheringClient } from "./gathering-client.ts";

/** What a connection needs: the server that takes writes, or one that follows it. */
export type Wanted = "primary" | "replica";

/** Splits an address that names several servers, `postgres://user@a:5432,b:5432/name`, into one for each. */
export function eachServer(url: string): string[] {
  const [, before, hosts, after] = /^([^/]*\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? ["", url, "", ""];
  return hosts.split(",").map((host) => before + host + after);
}

/** The server is there, but is not the kind that is needed. */
export class WrongServer extends Error {
  /** PostgreSQL's own for a server that cannot serve now. */
  readonly code = "57P03";
  constructor(wanted: Wanted) {
    super(wanted === "primary" ? "the server only follows another" : "the server follows no other");
  }
}

/** The server that an address last led to, by its place in the address. */
const found = new Map<string, number>();

/**
 * Returns a client that connects to whichever of the address's servers is the one needed. A server that cannot be
 * reached, or has changed its part, fails this connection; the next one tries the next server.
 */
export function clientFor(url: string, wanted: Wanted = "primary") {
  const urls = eachServer(url);
  const name = `${wanted} ${url}`;
  return class SeekingClient extends GatheringClient {
    readonly #place: number;

    constructor(config?: pg.ClientConfig) {
      const place = found.get(name) ?? 0;
      super({ ...config, connectionString: urls[place]! });
      this.#place = place;
      // What loses its connection between two statements, or while it is looked at, only emits this event. Unhandled, it
      // would end the process; whoever uses it learns of it by what fails.
      this.on("error", () => {});
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: (error: never, client: pg.Client) => void): Promise<pg.Client> | void {
      if (!callback) return this.#connect();
      callbackify(() => this.#connect())((error, client) => callback(error as never, client));
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        const { rows } = await this.query<{ follows: boolean }>("select pg_is_in_recovery() as follows");
        if (rows[0]!.follows === (wanted === "replica")) return this;
        this.end().catch(() => {});
        throw new WrongServer(wanted);
      } catch (error) {
        found.set(name, (this.#place + 1) % urls.length);
        throw error;
      }
    }
  };
}

/** Returns which cluster an address leads to: a server and those that follow it are one. */
export async function clusterOf(url: string, wanted: Wanted): Promise<string> {
  const Client = clientFor(url, wanted);
  for (let left = eachServer(url).length; ; left--) {
    const client = new Client({ connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      const { rows } = await client.query<{ id: string }>(
        "select system_identifier::text as id from pg_control_system()",
      );
      return rows[0]!.id;
    } catch (error) {
      if (left <= 1) throw error;
    } finally {
      client.end().catch(() => {});
    }
  }
}
