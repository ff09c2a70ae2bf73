/** The scripts of the languages below, with flag "i". Much smaller when compiled than \p{L}. */
const LETTER = "[a-zà-žа-яё]";

/** Words and endings of the future and of plans: a plan may mention a date after the cutoff. One line per language. */
const FUTURE = [
  String.raw`will|would|shall|should|could|might|plan(?:s|ned|ning)?|schedul\w+|expect\w*|due|deadline|upcoming|forthcoming|next|forecasts?|projects|projected|projections?|target\w*|propos\w+|anticipat\w+|set (?:to|for)|slated|intend\w*|aims?|expir\w+|ends?|starts?|begins?|opens?|takes? (?:effect|place)|go(?:es)? to|matur\w+|if|unless|resolves?|(?:is|are) to|no later than|ahead of|must|invit\w+|guidance`,
  `wird|werden|würden?|will|wollen|soll(?:en|ten?)?|könn(?:en|ten?)|geplant|vorgesehen|angesetzt|erwart${LETTER}+|prognos${LETTER}+|voraussichtlich|spätestens|frühestens|fällig|findet|finden|tritt|endet|beginnt|startet|läuft|entwurf`,
  `[sf]era|aura|devra|pourra|${LETTER}+(?:ndra|trera|ront)|serai(?:en)?t|doi(?:t|vent)|dev(?:ra|rai)(?:en)?t|pourrai(?:en)?t|dû|dues?|prév${LETTER}+|attendue?s?|expire${LETTER}*|partir|échéance|délai|rendez-vous`,
  `${LETTER}{2,}r(?:án?|ían?|ão|à|anno)|debe[nr]?|prevén?|previst[oa]s?|esper${LETTER}+|plazo|caduca|partir|termina|vencen?|vigente|juegan?`,
  `бу(?:дет|дут|дущ${LETTER}+)|${LETTER}{2,}(?:[еёи]т|[уюая]т)ся|[вс]ступ[ия]т|пройд[уеё]т|состо[ия]т${LETTER}*|вынес[уе]т|план${LETTER}*|запланир${LETTER}+|ожида${LETTER}+|прогноз${LETTER}*|срок${LETTER}*|действует|долж${LETTER}+`,
].join("|");

/** Words and endings of the past. */
const PAST = [
  "was|were|had|said|told|announced|reported|confirmed|declared|voted|won|lost|beat|approved|rejected|passed|signed|carried|opened|closed|ended|began|became|took|came|ran|rose|fell|grew|met|left|died|resigned|published|released|ruled",
  "wurden?|waren|hatten?|gewann(?:en)?|verlor(?:en)?|stieg(?:en)?|sank(?:en)?|starb(?:en)?|gewonnen",
  String.raw`a\s${LETTER}+é|ont\s${LETTER}+(?:[éiut]|is)|fut|furent|étai(?:en)?t`,
  `${LETTER}{2,}ó|${LETTER}{3,}(?:aron|ieron)|fue(?:ron)?|había`,
  `был[аои]?|${LETTER}{2,}(?:ил|ял|шл)[аои]?(?:с[ья])?|${LETTER}{3,}ал(?:[аои]сь|ся|и)`,
].join("|");

/** Matches a word about the future, or a Chinese or Japanese one. */
export const FUTURE_WORD = wordOf(FUTURE, "将|预计|计划|計画|截止|至|予定|見込|見通し|まで|締切|期限");
export const PAST_WORD = wordOf(PAST, "了|した|った|れた");

function wordOf(words: string, characters: string): RegExp {
  return new RegExp(`(?<!${LETTER})(?:${words})(?!${LETTER})|${characters}`, "iu");
}
