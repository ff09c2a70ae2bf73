import { expect, it } from "vitest";
import { cleanUp } from "#test/clean-up.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";
import { POST } from "../../app/v1/predict/route.ts";

/** The singleton of the process, which the route handler uses. */
const SHARED = Symbol.for("forecasting-gateway.wired");

const gateway = await startGateway();
Reflect.set(globalThis, SHARED, Promise.resolve(gateway));
cleanUp(() => Reflect.deleteProperty(globalThis, SHARED));

const example = readExample("binary");

it.each([
  [200, JSON.stringify(example), undefined],
  [401, JSON.stringify(example), "Bearer dmk_x"],
  [422, JSON.stringify({ ...example, task: { ...example.task, type: "number" } }), undefined],
])(
  "Next's route handler answers like the server: %i",
  async (status, body, authorization = `Bearer ${gateway.key}`) => {
    const headers = { authorization };
    const served = await fetch(gateway.url, { method: "POST", headers, body });
    const routed = await POST(new Request("http://localhost/v1/predict", { method: "POST", headers, body }));
    const [one, other] = [await readAnswer(served), await readAnswer(routed)];
    expect(one.status).toBe(status);
    expect(other).toEqual(one);
  },
);

/** Returns an answer without what differs between two requests. */
async function readAnswer(response: Response) {
  const text = await response.text();
  const body = JSON.parse(text, (name, value) =>
    /^(request_id|generated_at)$|_ms$/.test(name) ? `its own ${typeof value}` : value,
  );
  const names = ["content-type", "cache-control", "x-content-type-options", "www-authenticate", "ratelimit-policy"];
  return { status: response.status, body, headers: names.map((name) => response.headers.get(name)) };
}
