/**
 * Flags for a node that opens embedded databases and ends soon: V8 compiles WebAssembly once, quickly, and does not
 * compile it again to make it faster. That took a quarter of the CPU time of a start.
 */
export const SHORT_LIVED = ["--liftoff-only", "--import", "./server/process/quick-imports.ts"];
