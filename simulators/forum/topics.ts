/** What is written in the forum: topics in categories, replies, likes, which reply solved it, and what its moderators hid. */
import { escaped } from "../kit/page.ts";
import type { Store } from "../kit/store.ts";
import type { Reply, Topic } from "./topic.ts";
import { firstTopics } from "./topics.data.ts";

type Author = { name: string; username: string; groups: readonly string[] };

export const categories = ["Selling", "Microsoft", "Backup and security", "Ideas"] as const;
const longest = 5_000;
const button = (topic: string, act: string, reply: string, label: string) =>
  `<form class="inline" method="post" action="/t/${topic}/${act}"><input type="hidden" name="reply" value="${reply}"><button>${label}</button></form> `;

export function openTopics(store: Store) {
  const kept = store.collection<Topic>("topics");
  const all = () => {
    const own = new Set(kept.values().map(({ id }) => id));
    return [...firstTopics.filter(({ id }) => !own.has(id)), ...kept.values()];
  };
  const find = (id: string) => all().find((each) => each.id === id);
  const moderates = (author: Author | undefined) => author?.groups.includes("moderators") ?? false;
  const text = (value: unknown) => (typeof value === "string" ? value : "").trim().slice(0, longest);

  return {
    find,
    list(visitor: Author | undefined): string {
      const parts = categories.map((category) => {
        const lines = all()
          .filter((each) => each.category === category)
          .map(
            ({ id, title, replies }) =>
              `<li><a href="/t/${id}">${escaped(title)}</a> <small>${replies.length === 1 ? "1 reply" : `${replies.length} replies`}${replies.some(({ solves }) => solves) ? " · solved" : ""}</small></li>`,
          );
        return `<h2>${category}</h2><ul>${lines.join("")}</ul>`;
      });
      const form = visitor
        ? `<h2>New topic</h2><form method="post" action="/topics"><label>Title<input name="title" required maxlength="150"></label><label>Category<select name="category">${categories.map((each) => `<option>${each}</option>`).join("")}</select></label><label>Text<textarea name="text" rows="5" required></textarea></label><button>Post topic</button></form>`
        : "";
      return parts.join("") + form;
    },
    show(topic: Topic, visitor: Author | undefined): string {
      const replies = topic.replies
        .filter(({ hidden }) => !hidden || moderates(visitor))
        .map(({ id, by, text: said, likedBy, solves, hidden }) => {
          const acts = visitor
            ? button(topic.id, "like", id, `Like (${likedBy.length})`) +
              (visitor.username === topic.username || moderates(visitor)
                ? button(topic.id, "solve", id, "Solves it")
                : "") +
              (moderates(visitor) ? button(topic.id, "hide", id, hidden ? "Show" : "Hide") : "")
            : `<small>${likedBy.length} likes</small>`;
          return `<article><strong>${escaped(by)}</strong>${solves ? " · <strong>Solution</strong>" : ""}<p>${escaped(said)}</p>${acts}</article>`;
        });
      const form = visitor
        ? `<form method="post" action="/t/${topic.id}/reply"><label>Your reply<textarea name="text" rows="4" required></textarea></label><button>Reply</button></form>`
        : "";
      return `<p><small>${escaped(topic.category)} · begun by ${escaped(topic.by)}</small></p>${replies.join("")}${form}`;
    },
    begin(body: Record<string, unknown>, { name, username }: Author): string {
      const id = String(store.newNumber() + 100);
      const category = categories.find((each) => each === body["category"]) ?? categories[0];
      const title = text(body["title"]).slice(0, 150) || "Without a title";
      const first = {
        id: store.newId(),
        by: name,
        text: text(body["text"]),
        likedBy: [],
        solves: false,
        hidden: false,
      };
      kept.put(id, { id, category, title, by: name, username, replies: [first] });
      return `/t/${id}`;
    },
    act(id: string, act: string, body: Record<string, unknown>, visitor: Author): string {
      const topic = find(id);
      if (!topic) return "/";
      const change = (each: Reply): Reply => {
        if (each.id !== body["reply"]) return act === "solve" ? { ...each, solves: false } : each;
        if (act === "like") {
          const others = each.likedBy.filter((who) => who !== visitor.username);
          return { ...each, likedBy: others.length < each.likedBy.length ? others : [...others, visitor.username] };
        }
        if (act === "hide" && moderates(visitor)) return { ...each, hidden: !each.hidden };
        return act === "solve" ? { ...each, solves: !each.solves } : each;
      };
      const maySolve = visitor.username === topic.username || moderates(visitor);
      if (act === "reply" && text(body["text"]) !== "") {
        const reply = {
          id: store.newId(),
          by: visitor.name,
          text: text(body["text"]),
          likedBy: [],
          solves: false,
          hidden: false,
        };
        kept.put(id, { ...topic, replies: [...topic.replies, reply] });
      } else if (act !== "solve" || maySolve) kept.put(id, { ...topic, replies: topic.replies.map(change) });
      return `/t/${id}`;
    },
  };
}
