import type { ReadOptions } from "#lib/files/file-content.ts";
import { readFile } from "#lib/files/read-file.ts";

export interface ReadRequest {
  readonly file: Blob;
  readonly options: ReadOptions;
}

self.onmessage = async ({ data: { file, options } }: MessageEvent<ReadRequest>) => {
  self.postMessage(await readFile(new Uint8Array(await file.arrayBuffer()), options));
};

// `onerror` of the worker reports only exceptions, not rejected promises.
self.onunhandledrejection = ({ reason }) => {
  throw reason;
};
