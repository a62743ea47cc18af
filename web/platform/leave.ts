/** Leaves this document. An object, so that tests can intercept it. */
export const leave = { to: (address: string): void => location.assign(address) };
