interface Provider {
  /** The provider's domains, the canonical one first. */
  readonly domains: readonly [string, ...string[]];
  /** Characters before the @ that the provider ignores. */
  readonly ignored: RegExp;
}

const NOTHING = /(?!)/;

/** Email providers that, according to their documentation, deliver several spellings of an address to one mailbox. */
const PROVIDERS: readonly Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], ignored: /\./g },
  { domains: ["proton.me", "protonmail.com", "pm.me"], ignored: /[._-]/g },
  { domains: ["icloud.com", "me.com", "mac.com"], ignored: NOTHING },
];

/**
 * Normalises an email address for comparison, not for sending: lower case, without a plus suffix and without the
 * characters that the provider ignores. Accounts with the same result count as one person.
 */
export function personAddress(address: string): string {
  const whole = address.trim().toLowerCase();
  const at = whole.lastIndexOf("@");
  const [name = ""] = whole.slice(0, at).split("+");
  const domain = whole.slice(at + 1);
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  if (provider === undefined) return `${name}@${domain}`;
  return `${name.replace(provider.ignored, "")}@${provider.domains[0]}`;
}
