import { numberPorts } from "@tradewind/contract/ordering/number-ports.ts";
import type { PortState } from "@tradewind/domain/ordering/number-ports.ts";
import { addLetter, aLetter, portOf, saidOfPort, siteOfVoice, wishedPort } from "./number-ports.ts";
import type { World } from "./object-makers.ts";
import type { Person } from "./test-app.ts";

const at = (state: PortState, body: object) => async (world: World) => ({
  params: { numberPortId: (await portOf(world, world.person, state)).id },
  body,
});

async function lettered(world: World, person: Person) {
  const { id } = await portOf(world, person);
  await addLetter(world, person, id);
  return { params: { numberPortId: id } };
}

/** What calls about ports of numbers need to be accepted. */
export const acceptedOfPorts = {
  "numberPorts.ofService": async (world: World, person: Person) => ({
    params: { instanceId: (await siteOfVoice(world, person)).instance },
  }),
  "numberPorts.propose": wishedPort,
  "numberPorts.ask": async (world: World, person: Person) => {
    const asked = await wishedPort(world, person);
    const { EarliestOn, Hash } = (await world.app.call(person, numberPorts.propose, asked)).Result!;
    return { ...asked, body: { ...asked.body, ...saidOfPort, WishedOn: EarliestOn, Hash } };
  },
  "numberPorts.approve": async (world: World, person: Person) => {
    const { id } = await portOf(world, person);
    await world.app.sql("update number_ports set waits = true where id = $1", [id]);
    return { params: { numberPortId: id }, body: {} };
  },
  "numberPorts.cancel": async (world: World, person: Person) => ({
    params: { numberPortId: (await portOf(world, person)).id },
    body: {},
  }),
  "numberPorts.submit": async (world: World) => ({ ...(await lettered(world, world.person)), body: {} }),
  "numberPorts.accept": at("submitted", { On: "2099-01-05" }),
  "numberPorts.reject": at("submitted", { Why: "The account number is unknown" }),
  "numberPorts.tick": async (world: World) => {
    const { id } = await portOf(world, world.person);
    await world.app.sql("update number_ports set steps = '{Make a test call}' where id = $1", [id]);
    return { params: { numberPortId: id }, body: { Position: 1, Done: true } };
  },
  "numberPorts.complete": at("accepted", {}),
  "portLetters.send": async (world: World, person: Person) => ({
    params: { numberPortId: (await portOf(world, person)).id },
    body: { ...aLetter, SignedOn: "2026-01-02" },
  }),
  "portLetters.form": async (world: World, person: Person) => ({
    params: { numberPortId: (await portOf(world, person)).id },
  }),
  "portLetters.download": lettered,
  "portLetters.atWork": (world: World) => lettered(world, world.person),
} satisfies Record<string, (world: World, person: Person) => Promise<object>>;
