import common from "@ts-morph/common";

/** The TypeScript compiler API, which TypeScript 7 itself lacks. */
export default common.ts;
