/** Lets Microsoft send its news to an address, as its partner would. */
export async function registerWebhooks(urls: { identity: string; microsoft: string }, address: string): Promise<void> {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "portal",
    client_secret: "a-long-secret",
    resource: "https://api.partnercenter.microsoft.com",
  });
  const granted = await fetch(`${urls.identity}/partner.example/oauth2/token`, { method: "POST", body: form });
  const { access_token } = (await granted.json()) as { access_token: string };
  await fetch(`${urls.microsoft}/webhooks/v1/registration`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ WebhookUrl: address, WebhookEvents: ["subscription-updated"] }),
  });
}
