/** How long Microsoft takes, in milliseconds of simulated time. */
export type Delays = {
  orderVisibleMs: number;
  provisioningMs: number;
  changeMs: number;
  transitionMs: number;
  /** What it asks to wait for an export; without it, the first look finds the files. */
  exportMs: number;
};

export const usualDelays: Delays = {
  orderVisibleMs: 1_000,
  provisioningMs: 3_000,
  changeMs: 0,
  transitionMs: 2_000,
  exportMs: 1_000,
};
