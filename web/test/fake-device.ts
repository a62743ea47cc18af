import { onTestFinished, vi } from "vitest";

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** Simulates a device with passkeys: signs, cancels as a closed window does, or says that it has one already. */
export function fakeDevice(answer: "sign" | "leave" | "has" = "sign") {
  onTestFinished(() => void vi.restoreAllMocks());
  const device = { answer, challenges: [] as string[], names: [] as string[] };
  const answerTo = (challenge: BufferSource, response: object) => {
    device.challenges.push(new TextDecoder().decode(challenge));
    if (device.answer === "leave") return Promise.reject(new DOMException("Left", "NotAllowedError"));
    if (device.answer === "has") return Promise.reject(new DOMException("Has one", "InvalidStateError"));
    return Promise.resolve({
      id: "cGFzc2tleQ",
      rawId: bytes("passkey"),
      type: "public-key",
      authenticatorAttachment: "platform",
      getClientExtensionResults: () => ({}),
      response,
    } as unknown as Credential);
  };
  vi.spyOn(navigator.credentials, "get").mockImplementation((asked) =>
    answerTo(asked!.publicKey!.challenge, {
      clientDataJSON: bytes("client"),
      authenticatorData: bytes("data"),
      signature: bytes("signature"),
      userHandle: null,
    }),
  );
  vi.spyOn(navigator.credentials, "create").mockImplementation((asked) => {
    device.names.push(asked!.publicKey!.user.name);
    return answerTo(asked!.publicKey!.challenge, {
      clientDataJSON: bytes("client"),
      attestationObject: bytes("attestation"),
      getTransports: () => ["internal"],
    });
  });
  return device;
}
