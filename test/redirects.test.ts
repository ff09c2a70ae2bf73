import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOTS = ["app", "clients", "components", "examples", "lib", "scripts", "server"];

const sources = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => `${root}/${name}`),
)
  .filter((name) => /(?<!\.test)\.(tsx?|m?js|py|ipynb)$/.test(name) && !name.includes("node_modules"))
  .map((name) => ({ name, text: readFileSync(name, "utf8") }));

/** Returns the arguments of each call of `fetch`. */
function fetches(text: string): string[] {
  return [...text.matchAll(/(?<![\w.#])fetch\(/g)].map(({ index }) => {
    let depth = 0;
    let end = index + "fetch".length;
    do {
      if (text[end] === "(") depth++;
      if (text[end] === ")") depth--;
      end++;
    } while (depth > 0 && end < text.length);
    return text.slice(index, end);
  });
}

/**
 * A redirect could send a credential to another host, or let another host answer. `node:http` and undici's `Client`
 * follow none.
 */
describe("no HTTP client of the product follows redirects", () => {
  it.each(sources.filter(({ text }) => fetches(text).length > 0).map(({ name, text }) => [name, fetches(text)]))(
    "%s",
    (_, calls) => {
      for (const call of calls) expect(call).toMatch(/redirect: "(error|manual)"/);
    },
  );

  it("in Python, only the client opens URLs, without the handler of redirects", () => {
    const opens = sources.filter(
      ({ name, text }) => /\.(py|ipynb)$/.test(name) && /urllib\.request|requests|httpx/.test(text),
    );
    expect(opens.map(({ name }) => name)).toEqual(["clients/python/forecasting_gateway_client/client.py"]);
    expect(opens[0]?.text).not.toMatch(/urlopen\(|build_opener\(|HTTPRedirectHandler/);
  });

  it("nothing enables redirects of undici or of the AWS SDK", () => {
    expect(sources.filter(({ text }) => /interceptors|followRegionRedirects|maxRedirections/.test(text))).toEqual([]);
  });

  it("the examples of the API reference follow none", () => {
    const text = readFileSync("docs/api.md", "utf8");
    expect(text).not.toMatch(/urlopen|curl .*(-\w*L|--location)/);
    expect(text).toContain("build_opener(RefuseRedirects)");
    expect(fetches(text)).toHaveLength(1);
    for (const call of fetches(text)) expect(call).toMatch(/redirect: "(error|manual)"/);
  });
});
