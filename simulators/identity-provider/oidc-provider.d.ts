/** Types for the part of the package used by the simulator, which ships without types. */
declare module "oidc-provider/lib/adapters/memory_adapter.js" {
  /** Stores in memory: expired entries are dropped, and everything when the process ends. */
  export function createMemoryAdapter(): (model: string) => object;
}

declare module "oidc-provider/lib/provider.js" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type Context = {
    type: string;
    body: unknown;
    oidc: { client?: { clientId: string }; session?: { accountId?: string } };
  };
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  type Details = { uid: string; params: Record<string, string | undefined>; prompt: { name: string } };

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    Client: {
      prototype: { redirectUriAllowed(uri: string): boolean; postLogoutRedirectUriAllowed(uri: string): boolean };
    };
    Grant: new (values: { clientId: string | undefined; accountId: string | undefined }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string; error_description: string },
    ): Promise<void>;
  }
}
