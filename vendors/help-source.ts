/** The interface between the core and whoever keeps the articles of the knowledge base. */
export type HelpCategory = { id: number; parentId: number | null; name: string; position: number };

/** An article as it is listed: its text is fetched where `changedAt` is another one than before. */
export type HelpEntry = {
  id: number;
  header: string;
  /** The last part of its address on the help site. */
  path: string;
  views: number;
  changedAt: string;
  categories: readonly number[];
};

export type HelpSource = {
  /** Its name as people know it. */
  name: string;
  categories(): Promise<HelpCategory[]>;
  /** Everything that is published for everybody. */
  entries(): Promise<HelpEntry[]>;
  /** HTML as somebody typed it there, to be made harmless before it is shown; undefined if the article is gone. */
  text(id: number): Promise<string | undefined>;
  /** A picture of an article; undefined if there is none, or if it lies on somebody else's host. */
  picture(address: string): Promise<Buffer | undefined>;
};
