import type { Clock } from "../kit/clock.ts";
import type { Collection, Store } from "../kit/store.ts";
import { invalid } from "./rpc.ts";

export type Company = {
  id: string;
  type: 0 | 1;
  name: string;
  address: string;
  country: string;
  phone: string;
  canBeManagedByAbove: boolean;
  isSuspended: boolean;
  createdAt: string;
  licence: Licence;
};

/** `type` 3 is paid by the month, 1 a trial. Seats that are not reserved come from the partner's. */
export type Licence = {
  type: number;
  reservedSlots: number | null;
  assignedProductType: number;
  assignedProtectionModel: string;
  endSubscription: string;
  autoRenewPeriod: number;
  switches: Record<string, boolean>;
};

export type Account = { id: string; companyId: string; email: string; fullName: string };

export type BitdefenderState = {
  store: Store;
  clock: Clock;
  companies: Collection<Company>;
  accounts: Collection<Account>;
  /** What agents say is used of a counter from a time on, in its order; by company and counter. */
  used: Collection<{ value: number; at: number }[]>;
  /** What a counter told of a month that is over; by company, counter and month. */
  told: Collection<{ value: number }>;
  /** Methods whose next calls are refused. */
  bad: Collection<{ times: number; details: string }>;
  /** How many seats the partner has. */
  seats: Collection<{ seats: number }>;
};

export const openBitdefenderState = (store: Store, clock: Clock): BitdefenderState => ({
  store,
  clock,
  companies: store.collection("companies"),
  accounts: store.collection("accounts"),
  used: store.collection("used"),
  told: store.collection("told"),
  bad: store.collection("bad"),
  seats: store.collection("seats"),
});

/** Numbers are 24 hexadecimal digits. */
export const newNumber = ({ store }: BitdefenderState): string => store.newId().replaceAll("-", "").slice(0, 24);

/** The company of the partner itself, which a call is about if it names none. */
export const partnerId = "54a28b41b1a43d89367b23fd";

export const companyOf = ({ companies }: BitdefenderState, id: string): Company =>
  companies.get(id) ?? invalid("companyId");
