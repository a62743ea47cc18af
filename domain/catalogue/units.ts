/** Units of offers that one person holds each. Only these are seats; gigabytes, servers and phones are not. */
export const seatUnits: readonly string[] = ["Licence", "Seat", "User", "Mailbox"];
export const isSeat = (unit: string): boolean => seatUnits.includes(unit);
