type Named = { Name: string };

/** Leaves out the words with which the names of all plans begin. */
export function shortName({ Name }: Named, plans: readonly Named[]): string {
  const words = Name.split(" ");
  let same = 0;
  while (
    same < words.length - 1 &&
    plans.length > 1 &&
    plans.every((plan) => plan.Name.split(" ")[same] === words[same])
  )
    same++;
  return words.slice(same).join(" ");
}
