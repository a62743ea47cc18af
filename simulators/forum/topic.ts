/** A topic of the forum as it is kept. */
export type Reply = { id: string; by: string; text: string; likedBy: string[]; solves: boolean; hidden: boolean };
export type Topic = { id: string; category: string; title: string; by: string; username: string; replies: Reply[] };
