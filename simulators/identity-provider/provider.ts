// Imports submodules: the package's main entry warns on every non-LTS Node, and about using this adapter, its own
// default.
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js";
import { Provider, type Context } from "oidc-provider/lib/provider.js";
import type { SigningKey } from "./keys.ts";
import { escape, hidden, page } from "./pages.ts";
import { people } from "./people.ts";

/** The issuer named in tokens. It does not depend on the port, so that linked accounts stay linked. */
export const issuer = "https://sign-in.tradewind.example";
export const client = { id: "tradewind-portal", secret: "demo-sign-in-secret" };

const lives = {
  AccessToken: 600,
  AuthorizationCode: 60,
  Grant: 86_400,
  IdToken: 600,
  Interaction: 600,
  Session: 86_400,
};

/** Creates an OpenID provider with sessions, claims for organisation and single experience, and sign-out. */
export function openIdProvider(key: SigningKey): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ["https://portal.invalid/sso-callback"],
        post_logout_redirect_uris: ["https://portal.invalid/login"],
      },
    ],
    adapter: createMemoryAdapter(),
    jwks: { keys: [key] },
    cookies: { keys: ["a stand-in has nothing to hide"] },
    claims: { openid: ["sub", "org_id", "use_se"], profile: ["name", "preferred_username"] },
    conformIdTokenClaims: false,
    ttl: lives,
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
    },
    findAccount: (_: unknown, id: string) => {
      const person = people.find((each) => each.id === id);
      return (
        person && {
          accountId: id,
          claims: () => ({
            sub: id,
            org_id: person.organisation,
            ...(person.usesSingleExperience ? { use_se: true } : {}),
            name: person.name,
            preferred_username: person.userName,
          }),
        }
      );
    },
    loadExistingGrant,
    renderError: (context: Context, { error, error_description }: Record<string, string>) => {
      context.type = "html";
      context.body = page("Sign-in failed", `<p>${escape(error ?? "")}</p><p>${escape(error_description ?? "")}</p>`);
    },
  });
  // The portal's port is not known in advance.
  provider.Client.prototype.redirectUriAllowed = isCallback;
  provider.Client.prototype.postLogoutRedirectUriAllowed = () => true;
  return provider;

  /** Grants consent to everybody for everything. */
  async function loadExistingGrant({ oidc }: Context) {
    const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
    grant.addOIDCScope("openid profile");
    await grant.save();
    return grant;
  }
}

const isCallback = (uri: string) => URL.canParse(uri) && new URL(uri).pathname === "/sso-callback";

function logoutSource(context: Context, form: string) {
  context.type = "html";
  const sure = form.replace("</form>", `${hidden({ logout: "yes" })}<button>Sign out</button></form>`);
  context.body = page("Sign out", `${sure}<script>document.forms[0].submit()</script>`);
}

function postLogoutSuccessSource(context: Context) {
  context.type = "html";
  context.body = page("You are signed out", "");
}
