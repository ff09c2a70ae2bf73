import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * Maximum numbers of lines. A change that adds code deletes as much elsewhere, or raises a number here with a reason in
 * its commit message.
 */
const CEILINGS = { source: 67_911, tests: 62_180, tools: 5_020, documents: 4_860 };

const IS_TEST = /^(test|e2e)\/|\.test\.tsx?$/;
const IS_CODE = /\.(ts|tsx|css)$/;

const PARTS: Readonly<Record<keyof typeof CEILINGS, (file: string) => boolean>> = {
  source: (file) => /^(app|components|lib|server)\//.test(file) && IS_CODE.test(file) && !IS_TEST.test(file),
  tests: (file) => IS_CODE.test(file) && IS_TEST.test(file),
  tools: (file) => /^(scripts|bench|research)\//.test(file) && IS_CODE.test(file) && !IS_TEST.test(file),
  documents: (file) => /^docs\/.*\.md$/.test(file),
};

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trimEnd().split("\n");

it.each(Object.entries(PARTS))("the repository has at most as many lines of %s as the ceiling", (name, contains) => {
  const lines = files
    .filter(contains)
    .reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length - 1, 0);
  const ceiling = CEILINGS[name as keyof typeof CEILINGS];
  console.info(`${name}: ${lines} of at most ${ceiling} lines`);
  expect(lines).toBeLessThanOrEqual(ceiling);
});
