import { expect, it } from "vitest";
import { findTargets } from "./targets.ts";

const TARGETS = [
  { id: "request.task.resolution.resolves_at", name: "task.resolution.resolves_at", about: "request" },
  { id: "request.model", name: "model", about: "request" },
  { id: "MODEL_OFFLINE", name: "MODEL_OFFLINE", about: "error" },
  { id: "errors", name: "Errors", about: "chapter" },
];

it("finds fields, codes and chapters by parts of their names, prefixes first", () => {
  const find = (query: string) => findTargets(TARGETS, query).map(({ id }) => id);
  expect(find("resolves")).toEqual(["request.task.resolution.resolves_at"]);
  expect(find("Model")).toEqual(["request.model", "MODEL_OFFLINE"]);
  expect(find("err")).toEqual(["errors"]);
  expect(find("offline")).toEqual(["MODEL_OFFLINE"]);
  expect(find("  ")).toEqual([]);
  expect(find("zebra")).toEqual([]);
});
