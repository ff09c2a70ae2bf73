import { readFileSync, statSync } from "node:fs";
import type { Json } from "#lib/contract/json.ts";
import type { Policy } from "#lib/tlog/policy.ts";
import { createSignatureCheck } from "#server/audit/log/event-signer.ts";
import { findReceiptError, isReceipt } from "#server/audit/verification/verify-receipt.ts";
import { describeError } from "#server/base/describe-error.ts";

/** No audit event is this large, so a larger file is not a receipt. */
const MAX_RECEIPT_BYTES = 1_048_576;

/**
 * Returns undefined if the file is not a receipt, or cannot be read. An export has one JSON value per line and does not
 * parse as a whole.
 */
export function readReceipt(path: string): Json | undefined {
  try {
    if (statSync(path).size > MAX_RECEIPT_BYTES) return undefined;
    const value: Json = JSON.parse(readFileSync(path, "utf8"));
    return isReceipt(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Verifies receipts and prints the errors. Returns whether all receipts are valid. */
export function verifyReceipts(files: readonly string[], { logs }: Policy): boolean {
  const source = { checkSignature: createSignatureCheck(logs) };
  const errors = files.flatMap((file) => {
    const error = findError(file, source);
    return error === undefined ? [] : [files.length === 1 ? error : `${file}: ${error}`];
  });
  if (files.length === 1) {
    console.log(errors.length === 0 ? "The receipt verifies." : `The receipt does NOT verify: ${errors[0]}.`);
  } else {
    for (const error of errors) console.log(`  ${error}`);
    console.log(`${files.length - errors.length} of ${files.length} receipts verify.`);
  }
  return errors.length === 0;
}

function findError(file: string, source: Parameters<typeof findReceiptError>[1]): string | undefined {
  const receipt = readReceipt(file);
  try {
    return receipt === undefined ? "it is not a receipt" : findReceiptError(receipt, source);
  } catch (error) {
    return describeError(error);
  }
}
