/** The interface between the core and whoever runs the live chat, in a frame of its own. */
export type LiveChat = {
  licence: string;
  scriptUrl: string;
  /** What the frame may open and call besides the script. */
  frames: readonly string[];
  calls: readonly string[];
  /** Signs the id of a visitor, so that nobody can chat as somebody else. */
  sign(id: string): string;
};
