import { createRequire } from "node:module";
import { join } from "node:path";
import type Autocannon from "autocannon";
import { installOnDemand } from "./install-on-demand.ts";

const requireFrom = createRequire(join(installOnDemand("autocannon@8.0.0"), "package.json"));

/** Load generator that can send at a fixed rate, even while earlier requests are unanswered (open loop). */
export const autocannon: typeof Autocannon = requireFrom("autocannon");
