import type { FileContent, ReadOptions, Unreadable } from "#lib/files/file-content.ts";
import type { ReadRequest } from "./read-worker.ts";

const LIMIT_SECONDS = 20;

/**
 * Reads a file in a worker, so that the page stays responsive. The worker is terminated when `signal` aborts, and after
 * 20 seconds, because a small file can take very long to read. Never settles once the signal has aborted.
 */
export function readInWorker(file: Blob, options: ReadOptions, signal: AbortSignal): Promise<FileContent | Unreadable> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./read-worker.ts", import.meta.url), { type: "module" });
    const fail = (message: string) => end({ ok: false, message });
    const timer = setTimeout(
      () => fail(`Reading the file took longer than ${LIMIT_SECONDS} seconds. Split the file and import its parts.`),
      LIMIT_SECONDS * 1_000,
    );
    function stop() {
      clearTimeout(timer);
      worker.terminate();
    }
    function end(content: FileContent | Unreadable) {
      stop();
      resolve(content);
    }
    worker.onmessage = ({ data }) => end(data);
    worker.onerror = () => fail("The file could not be read. If it was changed after you chose it, choose it again.");
    signal.addEventListener("abort", stop);
    worker.postMessage({ file, options } satisfies ReadRequest);
  });
}
