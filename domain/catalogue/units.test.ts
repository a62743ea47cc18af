import { expect, test } from "vitest";
import { counted, unitLabel, unitsWord } from "./units.ts";

test.each([
  ["Licence", "1 licence", "22 licences", "Licences"],
  ["Seat", "1 licence", "22 licences", "Licences"],
  ["Workstation", "1 workstation", "22 workstations", "Workstations"],
  ["Virtual machine", "1 virtual machine", "22 virtual machines", "Virtual machines"],
  ["Mailbox", "1 mailbox", "22 mailboxes", "Mailboxes"],
  ["Switch", "1 switch", "22 switches", "Switches"],
  ["Bus", "1 bus", "22 buses", "Buses"],
  ["GB", "1 GB", "22 GB", "GB"],
])("%s is counted in its own words, and a seat in licences", (unit, single, several, label) => {
  expect([counted(1, unit), counted(22, unit), unitLabel(unit)]).toEqual([single, several, label]);
});

test("thousands are grouped, and none is several", () => {
  expect([counted(14_490, "GB"), counted(0, "Licence"), unitsWord("Server")]).toEqual([
    "14,490 GB",
    "0 licences",
    "servers",
  ]);
});
