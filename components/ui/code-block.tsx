import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  readonly text: string;
  /** What is copied: "JSON". */
  readonly what: string;
  readonly label: string;
  /** For one long word: broken where the line ends. */
  readonly wrap?: boolean;
}

/** Text as a machine reads it, with a way to copy it. */
export function CodeBlock({ text, what, label, wrap = false }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      <div className={styles.copy}>
        <CopyButton text={text} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.text} tabIndex={0} aria-label={label}>
        <pre className={wrap ? styles.wrap : undefined}>{text}</pre>
      </section>
    </div>
  );
}
