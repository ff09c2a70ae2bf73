import { describe, expect, it } from "vitest";
import { personAddress } from "./person-address.ts";

describe("the addresses of one mailbox", () => {
  it.each([
    ["Ada@Example.org", "ada@example.org"],
    ["ada+review@example.org", "ada@example.org"],
    ["ada+a+b@example.org", "ada@example.org"],
    ["a.d.a@gmail.com", "ada@gmail.com"],
    ["a.da+x@googlemail.com", "ada@gmail.com"],
    ["a_d-a@protonmail.com", "ada@proton.me"],
    ["ada@me.com", "ada@icloud.com"],
  ])("normalises %s to %s", (spelling, address) => {
    expect(personAddress(spelling)).toBe(address);
    expect(personAddress(address)).toBe(address);
  });

  it.each([
    ["a.da@example.org", "ada@example.org"],
    ["ada@example.org", "ada@example.com"],
    ["a.da@icloud.com", "ada@icloud.com"],
    ["ada@mail.gmail.com", "ada@gmail.com"],
  ])("distinguishes %s from %s", (one, other) => {
    expect(personAddress(one)).not.toBe(personAddress(other));
  });
});
