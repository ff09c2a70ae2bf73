import type { Metadata } from "next";
import { visible } from "#lib/format.ts";

const MAX_LENGTH = 60;

/** Returns a page title such as “Will rates be cut? · Forecast”, which distinguishes open browser tabs. */
export async function pageTitle(kind: string, question: Promise<string>): Promise<Metadata> {
  // If the question cannot be read, the page itself shows the error.
  const text = await question.catch(() => "");
  const [line = ""] = visible(text).trim().split("\n");
  if (line === "") return { title: kind };
  const characters = [...line];
  const short = characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join("")}…` : line;
  return { title: `${short} · ${kind}` };
}
