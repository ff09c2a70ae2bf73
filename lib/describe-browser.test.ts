import { describe, expect, it } from "vitest";
import { describeBrowser } from "./describe-browser.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

describe("the description of a user agent", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, "Chrome on Windows"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0.0.0`, "Edge on Windows"],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME}`, "Chrome on Android"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/19.0 Safari/605.1.15", "Safari on macOS"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Mobile Safari/604.1", "Safari on iPhone"],
    ["curl/8.5.0", "curl"],
    ["node", "Unknown browser"],
    ["", "Unknown browser"],
  ])("of %s is %s", (userAgent, words) => {
    expect(describeBrowser(userAgent)).toBe(words);
  });
});
