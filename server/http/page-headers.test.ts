import { createServer } from "node:http";
import { expect, it } from "vitest";
import { setPageHeaders } from "./page-headers.ts";

async function headersWith(consoleUrl: string): Promise<Headers> {
  const server = createServer((_, response) => {
    setPageHeaders(response, { consoleUrl });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = Object(server.address());
  const { headers } = await fetch(`http://127.0.0.1:${port}`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return headers;
}

it("refuses frames, plugins, another base and foreign forms, guessing of types, and addresses for other sites", async () => {
  const headers = await headersWith("http://localhost:3000");
  const policy = headers.get("content-security-policy");
  for (const directive of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'", "form-action 'self'"]) {
    expect(policy).toContain(directive);
  }
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("same-origin");
});

it("asks for https from then on where the console is reached by it, and nowhere else", async () => {
  const of = async (url: string) => (await headersWith(url)).get("strict-transport-security");
  expect(await of("https://forecasts.example.org")).toMatch(/^max-age=\d{8}/);
  expect(await of("http://localhost:3000")).toBeNull();
});
