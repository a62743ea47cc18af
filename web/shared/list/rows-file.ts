/** The file of a list: of the rows that are shown, or of all, if there are more. */
export type RowsFile = {
  shown: number;
  /** The number of all in words, if there are more than are shown. */
  reach: string | undefined;
  onShown: () => void;
  onReach: () => Promise<void>;
  /** Prints all. */
  onPrint: () => Promise<void>;
};
