import type { Topic } from "./topics.ts";

const reply = (id: string, by: string, text: string, more: { solves?: boolean; likedBy?: string[] } = {}) => ({
  id,
  by,
  text,
  likedBy: more.likedBy ?? [],
  solves: more.solves ?? false,
  hidden: false,
});

export const firstTopics: readonly Topic[] = [
  {
    id: "1",
    category: "Microsoft",
    title: "Yearly term billed monthly, or monthly term?",
    by: "Dara Quinn",
    username: "dara",
    replies: [
      reply("1-1", "Dara Quinn", "What do you sell to customers who come and go, such as summer schools?"),
      reply(
        "1-2",
        "Iris Cole",
        "A yearly term for the number they never go below, and a monthly one for the rest. It costs a little more per seat and saves you the argument.",
        { solves: true, likedBy: ["dara", "theo"] },
      ),
    ],
  },
  {
    id: "2",
    category: "Selling",
    title: "How do you word a quote for backup?",
    by: "Theo Marsh",
    username: "theo",
    replies: [reply("2-1", "Theo Marsh", "I say how long a restore takes and leave the gigabytes to the second page.")],
  },
  {
    id: "3",
    category: "Ideas",
    title: "A reminder before an admin relationship ends",
    by: "Iris Cole",
    username: "iris",
    replies: [reply("3-1", "Iris Cole", "A month ahead would be enough for us.", { likedBy: ["theo"] })],
  },
];
