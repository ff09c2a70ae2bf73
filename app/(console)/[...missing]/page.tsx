import { notFound } from "next/navigation";

/**
 * Every unknown URL. The not-found page of the root layout is loaded with every page, so the one with the page shell is
 * here, where the sign-in page does not load it.
 */
export default function MissingPage() {
  notFound();
}
