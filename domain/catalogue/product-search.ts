/** What a product is found by. */
export type Findable = {
  name: string;
  text: string;
  vendor: string;
  synonyms: readonly string[];
  plans: readonly { sku: string; name: string }[];
};

export type Found<P> = { product: P; score: number; skus: readonly string[] };

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase("en-GB")
    .normalize("NFKD")
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean);

/** Words with digits, such as E3 and o365, are names; short ones have too many neighbours. */
const forgives = (word: string): number => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Counts the letters to change, add, leave out or swap with the next one, up to `most`; one more stands for more. */
export function typosBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          last[j]! + 1,
          row[j - 1]! + 1,
          last[j - 1]! + (same ? 0 : 1),
          swapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return Math.min(last[b.length]!, most + 1);
}

type Match = (wanted: string, word: string) => number;

const exactly: Match = (wanted, word) =>
  word === wanted ? 1 : word.startsWith(wanted) ? 0.7 : wanted.length > 2 && word.includes(wanted) ? 0.2 : 0;
const nearly: Match = (wanted, word) => {
  const most = forgives(wanted);
  // Somebody still typing has not reached the end of the word.
  const typos = Math.min(typosBetween(wanted, word, most), typosBetween(wanted, word.slice(0, wanted.length), most));
  return typos <= most ? 0.4 / (typos + 1) : 0;
};

type Indexed = { words: readonly (readonly [weight: number, words: readonly string[]])[]; names: readonly string[] };

const indexOf = ({ name, vendor, synonyms, plans, text }: Findable): Indexed => ({
  words: [
    [10, wordsOf(name)],
    [9, synonyms.flatMap(wordsOf)],
    [6, plans.flatMap((plan) => wordsOf(plan.name))],
    [5, wordsOf(vendor)],
    [1, wordsOf(text)],
  ],
  names: [name, ...synonyms].map((each) => wordsOf(each).join(" ")),
});

const best = (match: Match, wanted: string, words: readonly string[]) =>
  words.reduce((most, word) => Math.max(most, match(wanted, word)), 0);

/**
 * Finds products by what people call them, the best match first. A word that is found nowhere may have typos; a product
 * has to match every word. Names the plans that hold all words which are about plans.
 */
export function searchProducts<P extends Findable>(products: readonly P[], text: string): Found<P>[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return products.map((product) => ({ product, score: 0, skus: [] }));
  const indexed = products.map((product) => ({ product, index: indexOf(product) }));
  const matches = wanted.map((word): Match =>
    indexed.some(({ index }) => index.words.some(([, words]) => best(exactly, word, words) > 0)) ? exactly : nearly,
  );
  return indexed
    .flatMap(({ product, index }) => {
      const scores = wanted.map((word, at) =>
        Math.max(...index.words.map(([weight, words]) => weight * best(matches[at]!, word, words))),
      );
      if (scores.includes(0)) return [];
      const skus = plansOf(product, wanted, matches);
      const called = index.names.includes(wanted.join(" ")) ? 20 : skus.length > 0 ? 8 : 0;
      return [{ product, score: called + scores.reduce((sum, each) => sum + each, 0), skus }];
    })
    .toSorted((a, b) => b.score - a.score);
}

const plansOf = ({ plans }: Findable, wanted: readonly string[], matches: readonly Match[]) =>
  plans
    .filter(({ name }) => wanted.every((word, at) => best(matches[at]!, word, wordsOf(name)) >= 0.2))
    .map(({ sku }) => sku);
