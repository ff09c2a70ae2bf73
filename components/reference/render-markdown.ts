import { Marked, Renderer, type Tokens } from "marked";
import tableStyles from "#components/ui/table.module.css";
import { ERRORS } from "#lib/contract/error-table.ts";

interface Heading {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
}

/**
 * Renders a trusted document to HTML. Headings have the ids that GitHub gives them. A table row that begins with only a
 * name in code has the name as its id; fields have the id of their heading before the name. Error codes link to their row.
 */
export function renderMarkdown(markdown: string): { readonly html: string; readonly headings: readonly Heading[] } {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        const title = text.replaceAll("`", "");
        const id = toId(title);
        headings.push({ id, title, depth });
        return `<h${depth} id="${id}">${linkTo(id, this.parser.parseInline(tokens))}</h${depth}>`;
      },
      codespan(token) {
        const code = Renderer.prototype.codespan.call(this, token);
        return Object.hasOwn(ERRORS, token.text) ? linkTo(token.text, code) : code;
      },
      code(token) {
        // Scrollable content must be reachable by keyboard.
        return Renderer.prototype.code.call(this, token).replace("<pre>", '<pre tabindex="0">');
      },
      table({ header, rows }) {
        const { id: section = "", title = "" } = headings.at(-1) ?? {};
        const prefix = header[0]?.text === "field" ? `${section}.` : "";
        const print = (cells: readonly Tokens.TableCell[]) => cells.map((cell) => this.tablecell(cell)).join("");
        const body = rows.map((cells) => {
          const name = nameOf(cells);
          if (name === undefined) return `<tr>${print(cells)}</tr>`;
          const id = prefix + name.text;
          const code = linkTo(id, Renderer.prototype.codespan.call(this, name));
          return `<tr id="${id}"><th scope="row">${code}</th>${print(cells.slice(1))}</tr>`;
        });
        return `<section tabindex="0" aria-label="${title}, table"><table class="${tableStyles.table} ${tableStyles.fold}">
          <thead><tr>${print(header)}</tr></thead><tbody>${body.join("")}</tbody></table></section>`;
      },
    },
  });
  return { html: marked.parse(markdown, { async: false }), headings };
}

function toId(title: string): string {
  const words = title.toLowerCase().replaceAll(/[^\w -]/g, "");
  return words.replaceAll(" ", "-");
}

/** Returns the code in the first cell if there is nothing else in it. */
function nameOf([first]: readonly Tokens.TableCell[]): Tokens.Codespan | undefined {
  const [token, ...others] = first?.tokens ?? [];
  return token?.type === "codespan" && others.length === 0 ? (token as Tokens.Codespan) : undefined;
}

function linkTo(id: string, html: string): string {
  return `<a href="#${id}">${html}</a>`;
}
