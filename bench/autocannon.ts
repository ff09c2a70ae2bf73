import { createRequire } from "node:module";
import { join } from "node:path";
import type Autocannon from "autocannon";
import { installOnDemand } from "./install-on-demand.ts";

const requireFrom = createRequire(join(installOnDemand("autocannon@8.0.0"), "package.json"));

/** A load generator that can also send at a fixed rate, whether or not earlier requests have been answered. */
export const autocannon: typeof Autocannon = requireFrom("autocannon");
