/** Units that are held by one person each. Only these count as seats; gigabytes, servers and phones do not. */
export const seatUnits: readonly string[] = ["Licence", "Seat", "User", "Mailbox"];
export const isSeat = (unit: string): boolean => seatUnits.includes(unit);
