import type { OptionText } from "./option-texts.ts";

const NAME =
  /^(?:others?|none|neither|else|rest|remaining|otherwise|nobody|no one|unknown|undecided|undetermined|autres?|aucun|andere[rs]?|sonstige[rs]?|keine[rs]?|otros?|ninguno|altr[io]|nessuno|outros?|nenhum|другое|прочее|其他|以上都不是|その他)\b|(?:^|\s)(?:other|none|neither|else)$/iu;
const DESCRIPTION =
  /\b(?:none of|neither of|any(?:thing|one|body)? (?:other|else)|anything else|someone else|something else|some other|(?:an|any|all)(?: the)? ?others?\b|other than|not listed|no other|every other|everything else|in (?:all|any) other cases?|otherwise)\b|^(?:others?|none|neither|nobody|nothing|no one|no (?!change)|not )|其他|その他|другое|прочее/iu;

/** Does this option catch what no other option says ("other", "none of these", "no decision by the deadline")? */
export function isCatchAll({ name, text }: Pick<OptionText, "name" | "text">): boolean {
  return NAME.test(name) || NAME.test(text) || DESCRIPTION.test(text);
}
