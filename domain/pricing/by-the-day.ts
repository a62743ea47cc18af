const words = ", extended by the day";

/** Names what runs on after its term, charged by the day. */
export const namedByTheDay = (name: string): string => `${name}${words}`;

export const isByTheDay = (description: string): boolean => description.endsWith(words);
