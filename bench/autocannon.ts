import { createRequire } from "node:module";
import { join } from "node:path";
import type Autocannon from "autocannon";
import { installOnDemand } from "./install-on-demand.ts";

/** A load generator that also sends requests at a given rate. */
const folder = installOnDemand("autocannon", "autocannon@8.0.0");
export const autocannon: typeof Autocannon = createRequire(join(folder, "here"))("autocannon");
