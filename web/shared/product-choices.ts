/** Returns the products as options, including the requested one until the list has loaded. */
export const productChoices = (products: readonly { Id: string; Name: string }[], asked: string | undefined) => [
  ...(asked && !products.some(({ Id }) => Id === asked) ? [{ value: asked, label: asked }] : []),
  ...products.map(({ Id, Name }) => ({ value: Id, label: Name })),
];
