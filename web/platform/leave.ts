/** Leaves this document. An object, so that a test can stand in the door. */
export const leave = { to: (address: string): void => location.assign(address) };
