/**
 * Flags for a node that opens embedded databases and ends soon: V8 compiles WebAssembly once, and not a second time for
 * speed that nobody would live to see. It took a third of the CPU time of a start.
 */
export const SHORT_LIVED = ["--liftoff-only"];
