/** An article as it is written down: header, text, and how often it was read. */
export type Written = readonly [header: string, body: string, views: number];
