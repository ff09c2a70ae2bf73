import { useEffect, useState } from "react";
import type { TextCheck } from "#lib/compose/check-text.ts";

/** The contract's check, fetched when the page is there: it weighs as much as the page. */
export const loadCheck = () => import("#lib/compose/check-text.ts");

/** What is wrong with a text; undefined until the check has been fetched. */
export function useTextCheck(text: string): TextCheck | undefined {
  const [check, setCheck] = useState<TextCheck>();
  useEffect(() => {
    let wanted = true;
    void loadCheck().then(({ checkText }) => {
      if (wanted) setCheck(checkText(text));
    });
    return () => {
      wanted = false;
    };
  }, [text]);
  return check;
}
