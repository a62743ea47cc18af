/** One agreement as this version ships it. A changed text is a new version; the earlier ones stay in the database. */
export type AgreementText = {
  id: string;
  version: number;
  title: string;
  summary: string;
  serviceIds: readonly number[];
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};
