import common from "@ts-morph/common";

/** The TypeScript compiler API. TypeScript 7 does not include it. */
export default common.ts;
