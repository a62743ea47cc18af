import type { Pace } from "../calls.ts";

/** Bitdefender answers so many requests a second for one API key; its older documents say ten, its newer ones none. */
const aSecond = 5;

export const bitdefenderPace: Pace = {
  aMinute: aSecond * 60,
  order: 1,
  line: 5,
  subscription: 2,
  tenant: 3,
  invitation: 1,
  usage: 1,
  report: 1,
};
