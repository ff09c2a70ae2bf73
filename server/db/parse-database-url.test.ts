import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDatabaseUrl } from "./parse-database-url.ts";

const part = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 });

describe("DATABASE_URL", () => {
  it("gives the driver the percent-encoded user, password and database unchanged", () => {
    fc.assert(
      fc.property(part, part, part, (user, password, database) => {
        const [name, secret, path] = [user, password, database].map(encodeURIComponent);
        const host = { host: "127.0.0.1", port: 5433 };
        expect(parseDatabaseUrl(`postgres://${name}:${secret}@127.0.0.1:5433/${path}`)).toMatchObject({
          ...{ user, password, database, ...host },
        });
      }),
    );
  });

  it.each([
    ["postgresql://app:x@/forecasts?host=/cloudsql/a:b:c", "/cloudsql/a:b:c"],
    ["postgres://app:x@%2Fvar%2Frun/forecasts", "/var/run"],
    ["postgres://app:x@[::1]/forecasts", "::1"],
  ])("%s is accepted", (url, host) => {
    expect(parseDatabaseUrl(url)).toMatchObject({ host, database: "forecasts" });
  });

  it.each([
    ["sslmode=verify-ful", "unknown sslmode"],
    ["sslmode=allow", "unknown sslmode"],
    ["ssl=false", "unknown ssl."],
    ["sslrootcert=system", "unknown sslrootcert"],
    ["sslmode=verify-full&sslrootcert=/nowhere/ca.pem", "a certificate file does not exist (ENOENT)"],
  ])("with %s is refused without quoting it", (query, sentence) => {
    const parse = () => parseDatabaseUrl(`postgres://app:hunter2@127.0.0.1/forecasts?${query}`);
    expect(parse).toThrow(sentence);
    expect(parse).toThrow(/^DATABASE_URL(?!.*(hunter2|nowhere|forecasts))/);
  });
});
