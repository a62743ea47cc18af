/** The documented blocks with a rehearsal's own values, and SQL as its users. */
import type pg from "pg";
import { caFile, type Server } from "./database.ts";
import { documented } from "./documented.ts";
import { service, settings, words } from "./stage.ts";

export function installation(server: Server, more: Readonly<Record<string, string>>) {
  const values = {
    ...more,
    "/etc/tradewind/ca.crt": caFile,
    "/etc/tradewind": settings,
    "root:tradewind": `${process.getuid?.()}:${service.gid}`,
    "-o root -g tradewind": `-o ${process.getuid?.()} -g ${service.gid}`,
    "db.example.com:5432": `127.0.0.1:${server.port}`,
    "<admin password>": words.admin,
    "<web password>": words.web,
    "<worker password>": words.worker,
    "<backup password>": words.backup,
    "<replication password>": words.replication,
  };
  return {
    /** Reads a block by its name. */
    block: (name: string) => documented(name, values),
    /** Runs SQL as one of the users. */
    async query(user: keyof typeof words | "postgres", statement: string, at = "tradewind"): Promise<pg.QueryResult> {
      const name = user === "postgres" ? user : `tradewind_${user}`;
      const client = await server.connect(name, words[user === "postgres" ? "superuser" : user], at);
      return client.query(statement).finally(() => client.end());
    },
  };
}
