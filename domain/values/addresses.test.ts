import { expect, test } from "vitest";
import { carriesAddress, carriesLink, withoutAddresses } from "./addresses.ts";

test.each([
  ["Click https://evil.example/now", true, true],
  ["WWW.evil", true, true],
  ["mail.evil.example", true, false],
  ["pay@evil.example", true, false],
  ["evil。example", true, false],
  ["Jo\u202Eelpmaxe", true, true],
  ["Jo\u200B Lane", true, true],
  ["Jo\u0007", true, true],
  ["Booking.com", true, false],
  ["J.R. Smith", false, false],
  ["St. John-O’Neill", false, false],
  ["St.John", false, false],
  ["Ma.Theresa", false, false],
  ["Müller Ltd. & Co", false, false],
  ["نیم\u200Cفاصله", false, false],
])("%j carries an address: %s, a link: %s", (text, address, link) => {
  expect([carriesAddress(text), carriesLink(text)]).toEqual([address, link]);
});

test.each([
  ["Click https://evil.example/now", "Click https: evil. example/now"],
  ["www.evil.example", "www. evil. example"],
  ["evil．example and evil｡example", "evil. example and evil. example"],
  ["Jo\u202E\u0007Lane", "Jo  Lane"],
  ["Two\nlines, 3.5 GB, at 192.0.2.1.", "Two\nlines, 3.5 GB, at 192.0.2.1."],
  ["J. R. Smith Ltd.", "J. R. Smith Ltd."],
])("%j is written as %j", (text, plain) => expect(withoutAddresses(text)).toBe(plain));
