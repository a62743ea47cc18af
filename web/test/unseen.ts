import React from "react";

/**
 * Nobody looks at the tests' pages, and drawing them takes a quarter of their time. They can be pressed all the same.
 * The frame belongs to another window, whose elements are no `HTMLElement` here.
 */
const frame = window.frameElement as HTMLIFrameElement | null;
frame?.style.setProperty("opacity", "0");

// Nor does anybody look at the times and stacks that React keeps for a browser's tools where it finds these two.
for (const tool of ["timeStamp", "createTask"]) Reflect.deleteProperty(console, tool);
// It notes no stack for an element once this many have one, which took a tenth of all time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: kept } = React as unknown as Record<
  string,
  object
>;
Object.defineProperty(kept, "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});
