/** The products there are to choose from, and the one asked for while they are not known yet. */
export const productChoices = (products: readonly { Id: string; Name: string }[], asked: string | undefined) => [
  ...(asked && !products.some(({ Id }) => Id === asked) ? [{ value: asked, label: asked }] : []),
  ...products.map(({ Id, Name }) => ({ value: Id, label: Name })),
];
