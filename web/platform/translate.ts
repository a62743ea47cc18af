import { texts } from "./texts.ts";

export type TextKey = keyof typeof texts;
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Params<Key extends TextKey> = [Names<(typeof texts)[Key]>] extends [never]
  ? []
  : [params: Record<Names<(typeof texts)[Key]>, string | number>];

const fill = (text: string, params: Record<string, string | number> = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));

/** Returns the text of a key. A wrong key or a missing parameter does not compile. */
export const t = <Key extends TextKey>(key: Key, ...[params]: Params<Key>): string => fill(texts[key], params);

/** Translates a key that came from the server; anything that is not a key is text already. */
export const translated = (keyOrText: string): string => (keyOrText in texts ? texts[keyOrText as TextKey] : keyOrText);
