import type { Topic } from "./topic.ts";

export const firstTopics: readonly Topic[] = [
  {
    id: "1",
    category: "Microsoft",
    title: "Yearly term billed monthly, or monthly term?",
    by: "Dara Quinn",
    username: "dara",
    replies: [
      {
        id: "1-1",
        by: "Dara Quinn",
        text: "What do you sell to customers who come and go, such as summer schools?",
        likedBy: [],
        solves: false,
        hidden: false,
      },
      {
        id: "1-2",
        by: "Iris Cole",
        text: "A yearly term for the number they never go below, and a monthly one for the rest. It costs a little more per seat and saves you the argument.",
        likedBy: ["dara", "theo"],
        solves: true,
        hidden: false,
      },
    ],
  },
  {
    id: "2",
    category: "Selling",
    title: "How do you word a quote for backup?",
    by: "Theo Marsh",
    username: "theo",
    replies: [
      {
        id: "2-1",
        by: "Theo Marsh",
        text: "I say how long a restore takes and leave the gigabytes to the second page.",
        likedBy: [],
        solves: false,
        hidden: false,
      },
    ],
  },
  {
    id: "3",
    category: "Ideas",
    title: "A reminder before an admin relationship ends",
    by: "Iris Cole",
    username: "iris",
    replies: [
      {
        id: "3-1",
        by: "Iris Cole",
        text: "A month ahead would be enough for us.",
        likedBy: ["theo"],
        solves: false,
        hidden: false,
      },
    ],
  },
];
