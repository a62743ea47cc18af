import { lazy } from "react";

/** Milliseconds after the start that are reserved for the first screen's own calls. */
const delay = 1000;
const extras = async () => {
  await new Promise((resolve) => setTimeout(resolve, delay));
  return import("./extras.tsx");
};

/** Deferred overlays of every screen. */
export const Extras = lazy(async () => ({ default: (await extras()).Extras }));
export const Bell = lazy(async () => ({ default: (await extras()).Bell }));
