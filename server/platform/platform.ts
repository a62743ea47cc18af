import type { PaymentGateway } from "@tradewind/vendors/gateways.ts";
import type { DebitProvider } from "@tradewind/vendors/debits.ts";
import type { ReadBankFile } from "@tradewind/vendors/bank-file.ts";
import type { PsaConnectors } from "@tradewind/vendors/psa.ts";
import type { MethodVault } from "@tradewind/vendors/method-vault.ts";
import type { Forum } from "@tradewind/vendors/forum.ts";
import type { LiveChat } from "@tradewind/vendors/live-chat.ts";
import type { HelpSource } from "@tradewind/vendors/help-source.ts";
import type { Scanner } from "@tradewind/vendors/scanner.ts";
import type { Logger } from "pino";
import type { BusinessClock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database.ts";
import type { Db } from "./db.ts";
import type { Exports } from "./exports.ts";
import type { JobQueue } from "./jobs.ts";
import type { Replica } from "./replica.ts";
import type { SecretKeeper } from "./secrets.ts";
import type { SessionReader } from "./sessions.ts";
import type { TokenKeeper } from "./tokens.ts";
import type { Hub } from "./realtime.ts";
import type { Vendors } from "./vendors.ts";

/** Services available to every feature, built once in app.ts or worker.ts. */
export type Platform = {
  config: Config;
  log: Logger;
  database: Database;
  /** Where reads go that cover many rows. */
  replica: Replica;
  exports: Exports;
  clock: BusinessClock;
  tokens: TokenKeeper;
  secrets: SecretKeeper;
  sessions: SessionReader;
  jobs: JobQueue;
  hub: Hub;
  /** Whether a reseller must still sign the marketplace's own terms. Injected, because agreements come after access. */
  mustSignTerms: (db: Db, resellerId: string) => Promise<boolean>;
  vendors: Vendors;
  /** Looks for viruses in what people send; undefined if none is set up. */
  scanner: Scanner | undefined;
  /** Takes payments by card; undefined if none is set up. */
  gateway: PaymentGateway | undefined;
  /** Keeps the articles of the knowledge base; undefined if nobody is set up. */
  help: HelpSource | undefined;
  /** The community, whose people sign in here; undefined if it is not set up. */
  forum: Forum | undefined;
  /** The chat with the marketplace's staff; undefined if none is set up. */
  chat: LiveChat | undefined;
  readBankFile: ReadBankFile;
  /** Keeps cards and direct debits; undefined if none is set up. */
  vault: MethodVault | undefined;
  /** Takes money from bank accounts by direct debit; undefined if nobody is set up. */
  debits: DebitProvider | undefined;
  /** Resellers' own PSAs, by type. */
  psas: PsaConnectors;
  /** Call after a commit that may have written events: wakes every process, in batches. */
  committed(): void;
};
