/**
 * Node flags for short-lived processes that open an embedded database: V8 compiles WebAssembly only with its baseline
 * compiler, because the optimizing compiler took a quarter of the CPU time of a start.
 */
export const SHORT_LIVED = ["--liftoff-only", "--import", "./server/process/quick-imports.ts"];
