import { lazy, Suspense } from "react";

const Screen = lazy(async () => ({ default: (await import("./later-screens.tsx")).LaterScreen }));

/** Loads parts that the sign-in page does not need at first: a screen by its path, or the popup `error`. */
export const Later = ({ part }: { part: string }) => (
  <Suspense>
    <Screen part={part} />
  </Suspense>
);
