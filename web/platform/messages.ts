import { catalogue } from "./catalogue.ts";

export type MessageKey = keyof typeof catalogue;
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Params<Key extends MessageKey> = [Names<(typeof catalogue)[Key]>] extends [never]
  ? []
  : [params: Record<Names<(typeof catalogue)[Key]>, string | number>];

const fill = (text: string, params: Record<string, string | number> = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));

/** The text of a key. A wrong key or a missing parameter does not compile. */
export const t = <Key extends MessageKey>(key: Key, ...[params]: Params<Key>): string => fill(catalogue[key], params);

/** The text of a key that came from the server; what is no key is text already. */
export const translated = (keyOrText: string): string =>
  keyOrText in catalogue ? catalogue[keyOrText as MessageKey] : keyOrText;
