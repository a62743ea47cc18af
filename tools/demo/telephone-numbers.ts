/** Telephone numbers that nobody has: Ofcom and ComReg keep them for stories. */

/** What the demo has in stock, by area: a thousand each. */
export const stockedNumbers = [
  ["0113", "496 0000"],
  ["0117", "496 0000"],
  ["0121", "496 0000"],
  ["0131", "496 0000"],
  ["0141", "496 0000"],
  ["0151", "496 0000"],
  ["0161", "496 0000"],
  ["0191", "498 0000"],
  ["020", "7946 0000"],
  ["028", "9649 6000"],
  ["029", "2018 0000"],
] as const;

/** Areas of which none are in stock: hundreds of numbers that come along from elsewhere. */
const comeAlong = ["01632 960", "0114 4960", "0115 4960", "0116 4960", "0118 4960"];

/** Returns the first number of the next block of ten that comes along. */
export const blockThatComesAlong = (number: number): string =>
  `${comeAlong[Math.floor(number / 100) % comeAlong.length]}${String(number % 100).padStart(2, "0")}0`;

/** Returns the number of a company's office. */
export function telephoneOf(name: string, irish: boolean): string {
  const digits = String((name.length * 37 + name.charCodeAt(0) * 11 + name.charCodeAt(3) * 7) % 1000).padStart(3, "0");
  return irish ? `+353 20 913 0${digits}` : `+44 1174 960 ${digits}`;
}
