const channel = new BroadcastChannel("tradewind-events");

/** Tells the page of events, as another tab does that holds the stream. */
export const tellFromAnotherTab = (...topics: string[]): void => channel.postMessage({ topics, id: "" });
