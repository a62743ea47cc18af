import { lazy, Suspense } from "react";

const Screen = lazy(async () => ({ default: (await import("./later-screens.tsx")).LaterScreen }));

/** What the sign-in page does without until it is needed: a screen by its path, or the popup `error`. */
export const Later = ({ part }: { part: string }) => (
  <Suspense>
    <Screen part={part} />
  </Suspense>
);
