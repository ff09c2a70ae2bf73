import { z } from "zod";
import { httpUrl } from "./url-schemas.ts";

const WITNESS = /^([^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+) (\S+?)\/*(?: (\S+?)\/*)?$/;

export interface WitnessEntry {
  /** Verifier key (c2sp.org/signed-note). */
  readonly key: string;
  readonly url: string;
  /** Base of the URLs with the witness's last checkpoints; by default, the URL. */
  readonly monitoringUrl: string;
}

/** Parses "VERIFIER_KEY URL [MONITORING_URL], …". */
export function toWitnesses(list: string, context: z.RefinementCtx): readonly WitnessEntry[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [, key, url, monitoringUrl = url] = WITNESS.exec(entry) ?? [];
      const isValid = (text: string | undefined): text is string => httpUrl.safeParse(text).success;
      if (key !== undefined && isValid(url) && isValid(monitoringUrl)) return { key, url, monitoringUrl };
      context.addIssue({
        code: "custom",
        message:
          "must be a comma-separated list of VERIFIER_KEY URL or VERIFIER_KEY URL MONITORING_URL, without passwords",
      });
      return z.NEVER;
    });
}
