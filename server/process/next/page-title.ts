import type { Metadata } from "next";
import { visible } from "#lib/format.ts";
import { openConsole } from "./open-console.tsx";

const MAX_LENGTH = 60;

/**
 * Returns a `generateMetadata` function for pages of one item, whose id is the parameter `name` of the route. A title such
 * as “Will rates be cut? · Forecast” distinguishes open browser tabs.
 */
export function pageTitle<Name extends string>(
  kind: string,
  name: Name,
  readText: (console: Awaited<ReturnType<typeof openConsole>>, id: string) => Promise<string>,
) {
  return async ({ params }: { readonly params: Promise<Readonly<Record<Name, string>>> }): Promise<Metadata> => {
    const { [name]: id } = await params;
    // If the text cannot be read, the page itself shows the error.
    const text = await readText(await openConsole(), id).catch(() => "");
    const [line = ""] = text.trim().split("\n");
    if (line === "") return { title: kind };
    const characters = [...line];
    const short = characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join("")}…` : line;
    return { title: `${visible(short)} · ${kind}` };
  };
}
