import { randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256 } from "#server/base/digest.ts";

/**
 * The parts of an API key `dmk_<key id, 12>_<secret, 32><checksum, 6>`, all base62, or of a personal token, which begins
 * with `dmp_`. The checksum is the CRC-32 of the preceding text: it detects typos without a look-up, and lets secret
 * scanners recognise a key. The secret has 190 random bits, so storing its plain SHA-256 is safe.
 */
export interface Key {
  readonly id: string;
  readonly secret: string;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^(dm[kp])_([0-9A-Za-z]{12})_([0-9A-Za-z]{32,128})([0-9A-Za-z]{6})$/;

/** API keys begin with `dmk`, personal tokens with `dmp`. */
type Prefix = "dmk" | "dmp";

export function makeKey(): Key {
  return { id: randomDigits(ID_LENGTH), secret: randomDigits(SECRET_LENGTH) };
}

export function writeKey({ id, secret }: Key, prefix: Prefix = "dmk"): string {
  const start = `${prefix}_${id}_${secret}`;
  return start + checksum(start);
}

/** Parses a key. Returns undefined if its prefix, format or checksum is not the expected one. */
export function readKey(token: string, prefix: Prefix = "dmk"): Key | undefined {
  const [, kind, id, secret, check] = FORM.exec(token) ?? [];
  if (kind !== prefix || id === undefined || secret === undefined) return undefined;
  return check === checksum(`${prefix}_${id}_${secret}`) ? { id, secret } : undefined;
}

export function hashSecret(secret: string): Buffer {
  return sha256(secret);
}

/** Compares a secret with a hash from hashSecret(), in constant time. */
export function secretMatches(secret: string, hash: Buffer): boolean {
  const mine = hashSecret(secret);
  return mine.length === hash.length && timingSafeEqual(mine, hash);
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => DIGITS[randomInt(DIGITS.length)]).join("");
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = DIGITS[rest % DIGITS.length] + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
