import { lazy } from "react";

/** Milliseconds after the start for which the first screen's own calls go first. */
const delay = 1000;
const extras = async () => {
  await new Promise((resolve) => setTimeout(resolve, delay));
  return import("./extras.tsx");
};

/** What floats around the screens and can wait. */
export const Extras = lazy(async () => ({ default: (await extras()).Extras }));
export const Bell = lazy(async () => ({ default: (await extras()).Bell }));
