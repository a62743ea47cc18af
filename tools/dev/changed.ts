import { execFileSync } from "node:child_process";
import { root } from "../root.ts";

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

/** Lists the files that differ from a commit, and those that Git does not know yet. */
export const changedSince = (commit: string): string[] => [
  ...git("diff", "--name-only", "--diff-filter=d", commit),
  ...git("ls-files", "--others", "--exclude-standard"),
];

/** Returns the stories of changed features: a feature has the same name in every layer, as docs/layout.md says. */
export function storiesOf(changed: readonly string[], stories: readonly string[]): string[] {
  const touched = new Set(
    changed.flatMap((file) => {
      const [layer = "", area, feature] = file.split("/");
      if (layer === "e2e") return [file];
      const isFeature = area && feature && ["contract", "domain", "server", "web"].includes(layer);
      return isFeature ? [`e2e/${area}/${feature.replace(/\..*$/, "")}.spec.ts`] : [];
    }),
  );
  return stories.filter((story) => touched.has(story));
}
