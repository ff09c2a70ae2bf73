import { namesOf } from "#lib/names-of.ts";

/** The API surfaces to which an API key can be limited. */
export const SURFACE_LABELS = { rest: "REST", mcp: "MCP" } as const;

export type Surface = keyof typeof SURFACE_LABELS;

export const SURFACES = namesOf(SURFACE_LABELS);
