import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { expectRefusal } from "#test/expect-refusal.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { readExample } from "#test/start-gateway.ts";

const EXPECTED = { status: 400, code: "INVALID_JSON", issues: [["INVALID_JSON", ""]] } as const;
const valid = JSON.stringify(readExample("binary"));

const gateway = await sharedGateway();

const bytes = (...values: number[]) => Buffer.from(values);
const inText = (piece: Uint8Array) =>
  Buffer.concat([
    Buffer.from(valid.slice(0, valid.indexOf("Will"))),
    piece,
    Buffer.from(valid.slice(valid.indexOf("Will"))),
  ]);

describe("a body that is not JSON in UTF-8", () => {
  it.each<[string, string | Uint8Array]>([
    ["nothing", ""],
    ["white space", " \n"],
    ["a word", "hello"],
    ["half of an object", valid.slice(0, -1)],
    ["something after the object", `${valid}}`],
    ["two objects", valid + valid],
    ["a comma too many", valid.replace("{", "{,")],
    ["a trailing comma", `${valid.slice(0, -1)},}`],
    ["a comment", `/* */${valid}`],
    ["single quotes", valid.replaceAll('"', "'")],
    ["NaN", valid.replace("0.71", "NaN")],
    ["a leading zero", valid.replace("0.71", "00.71")],
    ["a plus sign", valid.replace("0.71", "+0.71")],
    ["an unknown escape", valid.replace("Will", "\\x57ill")],
    ["half of an escape", valid.replace("Will", "\\u00 Will")],
    ["a form", "model=service-r13-c"],
    ["a byte order mark", `\uFEFF${valid}`],
    ["UTF-16", Buffer.from(valid, "utf16le")],
    ["a bare line break in a text", inText(bytes(0x0a))],
    ["a bare tab in a text", inText(bytes(0x09))],
    ["a bare U+0000 in a text", inText(bytes(0x00))],
    ["a bare U+001F in a text", inText(bytes(0x1f))],
    ["U+0000 after the object", `${valid}\u0000`],
    ["a byte that UTF-8 never has", inText(bytes(0xff))],
    ["a lone continuation byte", inText(bytes(0x80))],
    ["a character cut short", inText(bytes(0xe2, 0x82))],
    ["an overlong form", inText(bytes(0xc0, 0xaf))],
    ["a surrogate in UTF-8", inText(bytes(0xed, 0xa0, 0x80))],
    ["a code point beyond U+10FFFF", inText(bytes(0xf4, 0x90, 0x80, 0x80))],
    ["an opening bracket 32,768 times", "[".repeat(32_768)],
  ])("is refused: %s", async (_, body) => {
    await expectRefusal(gateway, await gateway.post(body), EXPECTED);
  });

  it("is refused without quoting the caller's text", async () => {
    const { body } = await gateway.post('{"secret-of-the-caller": bare}');
    expect(JSON.stringify(body)).not.toContain("secret");
    expect(JSON.stringify(body)).not.toContain("bare");
  });
});

describe("a compressed body", () => {
  it.each(["gzip", "GZIP", "br", "deflate", "identity, gzip", "x-unknown"])("is refused: %s", async (encoding) => {
    const { code, status } = EXPECTED;
    const body = encoding.toLowerCase() === "gzip" ? gzipSync(valid) : valid;
    await expectRefusal(gateway, await gateway.post(body, { "content-encoding": encoding }), { code, status });
  });

  it.each(["identity", "Identity", ""])(
    "does not include one with Content-Encoding %j, which means uncompressed",
    async (encoding) => {
      expect((await gateway.post(valid, { "content-encoding": encoding })).status).toBe(200);
    },
  );
});

describe("Content-Type", () => {
  it.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "nonsense"])(
    "does not matter: %s",
    async (type) => {
      expect((await gateway.post(valid, { "content-type": type })).status).toBe(200);
    },
  );
});
