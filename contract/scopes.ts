/** Which scope an API token needs for a call: decided here for every endpoint, from what the contract says of it. */
import { isScope, type Scope } from "@tradewind/domain/access/scopes.ts";
import { features } from "./all.ts";
import { isRead, type Endpoint } from "./endpoint.ts";

/**
 * What only a person may do: anything about signing in or about other people, which is the whole access area, whatever
 * asks for a proof of identity, and what staff may not do for a person either.
 */
const isForPeople = ({ access, proof, jump, tokens }: Endpoint) =>
  access === "public" || proof === "fresh" || jump === false || tokens === false;

const scopeByEndpoint = new Map<Endpoint, Scope>();
for (const [area, ofArea] of Object.entries(features))
  for (const each of Object.values(ofArea).flatMap((operations) => Object.values<Endpoint>(operations))) {
    const scope = `${area}:${isRead(each) ? "read" : "write"}`;
    if (isScope(scope) && !isForPeople(each)) scopeByEndpoint.set(each, scope);
  }

/** Returns the scope that an API token needs to call an endpoint; undefined if no token may. */
export const scopeOf = (endpoint: Endpoint): Scope | undefined => scopeByEndpoint.get(endpoint);
