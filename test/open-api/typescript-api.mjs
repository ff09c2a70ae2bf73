import common from "@ts-morph/common";

/** The programming interface of TypeScript, which TypeScript 7 itself does not have. */
export default common.ts;
