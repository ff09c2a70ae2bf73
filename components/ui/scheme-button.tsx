"use client";

import { useMantineColorScheme } from "@mantine/core";
import styles from "./tool-button.module.css";

/** Light or dark. What it says is chosen by CSS: the server does not know which of the two the reader has. */
export function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();

  function toggle() {
    const dark = document.documentElement.dataset.mantineColorScheme === "dark";
    setColorScheme(dark ? "light" : "dark");
  }

  return (
    <button type="button" className={styles.tool} onClick={toggle}>
      <span className={styles.whenLight}>Dark</span>
      <span className={styles.whenDark}>Light</span>
    </button>
  );
}
