import fastify from "fastify";
import { expect, test } from "vitest";
import { answerErrors } from "./answers.ts";
import { AppError, tooMany } from "./app-error.ts";

test("who calls too often, or while the database is away, hears when to call again; others hear nothing of it", async () => {
  const app = fastify();
  answerErrors(app);
  const thrown: Record<string, () => never> = {
    "/often": () => {
      throw tooMany(7);
    },
    "/away": () => {
      throw new AppError("unavailable");
    },
    "/wrong": () => {
      throw new AppError("invalidRequest");
    },
  };
  for (const [path, handler] of Object.entries(thrown)) app.get(path, handler);
  app.get("/told", (_request, reply) => {
    void reply.header("retry-after", 60);
    throw tooMany(7);
  });
  const waits = async (url: string) => (await app.inject({ url })).headers["retry-after"];
  expect(await Promise.all(["/often", "/away", "/told", "/wrong"].map(waits))).toEqual(["7", "5", "60", undefined]);
  await app.close();
});
