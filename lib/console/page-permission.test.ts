import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pagePermission } from "./page-permission.ts";

const ROOT = "app/(console)";
const pages = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((name) => /(^|\/)page\.tsx$/.test(name))
  .map((name) => ({ path: `/${name.replace(/\/?page\.tsx$/, "")}`, text: readFileSync(`${ROOT}/${name}`, "utf8") }));

describe("the permission that a page requires", () => {
  it("is that of its folder, with any parameters", () => {
    expect(pagePermission("/review/0198?tag=a#note")).toBe("audit");
    expect(pagePermission("/compose/new?copy=0198")).toBe("submit");
    expect(pagePermission("/composed")).toBe("read");
    expect(pagePermission("/")).toBe("read");
  });

  it.each(pages)("is checked by $path unless every member has it", ({ path, text }) => {
    const isOpen = ["read", "account"].includes(pagePermission(path));
    const checks = /refused|filteredPage|redirect\(/.test(text);
    expect(isOpen || checks).toBe(true);
  });
});
