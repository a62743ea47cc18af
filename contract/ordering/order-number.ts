/** The end of an order's id, by which people name it: `3F9A-C21B`. */
export const orderNumber = (orderId: string): string =>
  orderId
    .slice(-8)
    .toUpperCase()
    .replace(/^(.{4})/, "$1-");
