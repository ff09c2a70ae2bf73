import type { Detector } from "./finding.ts";

/** Words that introduce the source of the resolution. */
const PHRASE =
  /\b(?:according to|(?:as )?(?:published|reported|announced|certified|determined|decided|recorded|confirmed|listed|released|issued|declared|measured|stated|shown|displayed|verified|judged) (?:by|in|on|at|from)|official(?:ly)?|sources?|press release|data from|figures? from|based on (?:the )?(?:data|figures|reports?|results?|information)|credible report(?:s|ing)?|media reports?|news reports?|website|web site|gazette|register|registry|statistics|database|leaderboard|bulletin|newsletter|minutes of|per the|selon|d'après|publiée?s? par|laut|gemäß|veröffentlicht|según|publicado|secondo|pubblicato)\b/i;
/** Words of organisations, which not all authors capitalise. */
const ORGANISATION =
  /\b(?:bank|office|bureau|agency|commission|ministry|department|university|institute|council|federation|committee|association|authority|parliament|senate|congress|organi[sz]ation|administration|academy|treasury|observatory|tribunal|reuters|bloomberg|eurostat|wikipedia|metaculus|polymarket|manifold|kalshi|gallup|nasdaq)\b/i;
/** Words that name a source only with a capital letter: "three times" names none. */
const CAPITALISED =
  /\b(?:Court|Times|Post|Journal|Exchange|Board|Service|Foundation|Society|Union|League|Reserve|Survey|Billboard|Guardian|Herald|News|Press|Inc|Ltd|Corp)\b/;
const ACRONYM = /\b[A-Z][A-Z&]{1,6}\b/g;
const NO_NAMES = new Set(
  "YES NO UTC GMT BST EST EDT ET CT MT PT PST PDT CST CDT CET CEST AM PM US USA UK EU UAE AND OR NOT IF THE ANY ALL WILL IS NA TBD TBA GDP CPI CEO CFO AI ML IPO EV GS OK IN OF BY TO ON FOR ID IV II III VI".split(
    " ",
  ),
);
const ADDRESS =
  /https?:\/\/|\bwww\.|\b[a-z0-9-]{2,63}\.(?:com|org|net|gov|edu|int|info|io|eu|uk|de|fr|ch|jp|us|ca|au)\b/i;

/**
 * Reports resolution criteria that name no source: no link, no organisation, no phrase such as "according to". Ignores
 * texts that are mostly not in Latin letters, because the phrases cover only a few European languages.
 */
export const findMissingSource: Detector = ({ task }) => {
  const { criteria } = task.resolution;
  if (!isLatin(criteria) || ADDRESS.test(criteria) || PHRASE.test(criteria)) return [];
  if (ORGANISATION.test(criteria) || CAPITALISED.test(criteria) || hasAcronym(criteria)) return [];
  return [
    {
      id: "resolution-names-no-source",
      severity: "medium",
      path: "/task/resolution/criteria",
      message:
        "The resolution criteria name no source. State who publishes the outcome and where, and what decides if that source is missing or late.",
    },
  ];
};

function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return 2 * latin >= letters;
}

/** Returns false for text that is entirely in capitals, because acronyms are not recognisable in it. */
function hasAcronym(text: string): boolean {
  if (text === text.toUpperCase()) return false;
  return (text.match(ACRONYM) ?? []).some((word) => !NO_NAMES.has(word));
}
