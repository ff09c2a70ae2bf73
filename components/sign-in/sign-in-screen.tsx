import Link from "next/link";
import { routes } from "#lib/routes.ts";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in-screen.module.css";

export function SignInScreen({ to }: { readonly to: string }) {
  return (
    <main className={styles.screen}>
      <div className={styles.box}>
        <p className={styles.product}>Forecasting gateway</p>
        <h1>Sign in</h1>
        <SignInForm to={to} />
        <p className={styles.help}>
          Accounts are made by an administrator. After a first start on this machine, they lie in{" "}
          <code>data/first-run.json</code>.
        </p>
        <p className={styles.help}>
          Calling from a program? The <Link href={routes.docs}>API reference</Link> needs no account.
        </p>
      </div>
    </main>
  );
}
