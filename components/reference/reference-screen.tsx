import { Page } from "#components/ui/page.tsx";
import styles from "./reference.module.css";
import { renderMarkdown } from "./render-markdown.ts";

/** The API reference with a table of contents. */
export function ReferenceScreen({ markdown }: { readonly markdown: string }) {
  const { html, headings } = renderMarkdown(markdown);
  const [title = "", ...sections] = html.split(/(?=<h2)/);
  return (
    <Page>
      <div className={styles.screen}>
        <Part html={title} />
        <nav className={styles.contents} aria-label="On this page">
          {headings
            .filter(({ depth }) => depth === 2 || depth === 3)
            .map(({ id, title, depth }) => (
              <a key={id} href={`#${id}`} data-depth={depth}>
                {title}
              </a>
            ))}
        </nav>
        <Part html={sections.join("")} />
      </div>
    </Page>
  );
}

function Part({ html }: { readonly html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the document is part of the project.
  return <article className={styles.reference} dangerouslySetInnerHTML={{ __html: html }} />;
}
