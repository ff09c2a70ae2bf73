"use client";

import { AppShell as Shell } from "@mantine/core";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { routes } from "#lib/console/routes.ts";
import styles from "./app-shell.module.css";
import { Navigation } from "./navigation.tsx";
import type { PageGroup } from "./pages.ts";
import { PaletteButton } from "./palette-button.tsx";
import { SchemeButton } from "./scheme-button.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

export interface Reader {
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

interface FrameProps {
  readonly reader: Reader;
  /** What the reader may open. */
  readonly pages: readonly PageGroup[];
  readonly children: ReactNode;
}

/** The frame of every page of the console: name and tools on top, the pages at the side. */
export function AppShell({ reader, pages, children }: FrameProps) {
  const [open, setOpen] = useState(false);
  return (
    <Shell
      header={{ height: 48 }}
      navbar={{ width: 208, breakpoint: "sm", collapsed: { mobile: !open } }}
      padding={0}
      transitionDuration={120}
    >
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <Shell.Header className={styles.header ?? ""}>
        <button
          type="button"
          className={styles.menu}
          onClick={() => setOpen(!open)}
          aria-expanded={open}
          aria-label={open ? "Close the navigation" : "Open the navigation"}
        >
          <span aria-hidden="true">{open ? "✕" : "☰"}</span>
        </button>
        <Link className={styles.name} href={routes.overview}>
          Forecasting gateway
        </Link>
        <span className={styles.tools}>
          <PaletteButton groups={pages} />
          <SchemeButton />
        </span>
      </Shell.Header>
      <Shell.Navbar className={styles.navbar ?? ""} aria-label="Pages">
        <Navigation groups={pages} onFollow={() => setOpen(false)} />
        <div className={styles.reader}>
          <strong>{reader.name}</strong>
          <span>{reader.email}</span>
          <span>{reader.role}</span>
          <SignOutButton />
        </div>
      </Shell.Navbar>
      <Shell.Main id="content" tabIndex={-1} className={styles.main ?? ""}>
        {children}
      </Shell.Main>
    </Shell>
  );
}
