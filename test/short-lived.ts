/**
 * Flags for a Node that opens embedded databases and ends soon: V8 compiles WebAssembly once with its fast compiler and
 * skips the optimizing one, which took a quarter of the CPU time of a start.
 */
export const SHORT_LIVED = ["--liftoff-only", "--import", "./server/process/quick-imports.ts"];
