import { createRequire } from "node:module";
import { join } from "node:path";
import type Autocannon from "autocannon";
import { installOnDemand } from "./install-on-demand.ts";

const requireFrom = createRequire(join(installOnDemand("autocannon@8.0.0"), "package.json"));

/** A load generator that can also send requests at a given rate, whatever becomes of the earlier ones. */
export const autocannon: typeof Autocannon = requireFrom("autocannon");
