import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Returns the bytes of memory in use after garbage collection: JavaScript heap plus external memory. */
export async function bytesHeld(): Promise<number> {
  // Streams and sockets are released only after several collections.
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
