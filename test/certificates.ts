import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll } from "vitest";

/**
 * A server's private key and certificate as PEM, for 127.0.0.1 and server.example.org. Made by certificates/make.sh.
 */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const FOLDER = resolve("test", "certificates");
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");

/** TRUSTED is issued by the test authority; UNTRUSTED is self-signed. */
export const TRUSTED: Certificate = { key: read("trusted.key"), cert: read("trusted.pem") };
export const UNTRUSTED: Certificate = { key: read("untrusted.key"), cert: read("untrusted.pem") };

/** Certificate of the test authority: the value for NODE_EXTRA_CA_CERTS in a child process. */
export const AUTHORITY_FILE = join(FOLDER, "authority.pem");

/** Makes this process trust the test authority during the test file. Does not affect child processes. */
export function trustAuthority(): void {
  let before: string[];
  beforeAll(() => {
    before = getCACertificates("default");
    setDefaultCACertificates([...before, readFileSync(AUTHORITY_FILE, "utf8")]);
  });
  afterAll(() => setDefaultCACertificates(before));
}
