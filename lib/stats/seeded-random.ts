/**
 * Returns a reproducible generator of numbers in [0, 1) with 32 bits: for resampling, never for secrets. The same
 * integer `seed` gives the same numbers on every platform. A Weyl sequence through a 32-bit finaliser: the SplitMix
 * construction of Steele, Lea & Flood 2014 (OOPSLA) with the multipliers of MurmurHash3.
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    bits ^= bits >>> 16;
    return (bits >>> 0) / 2 ** 32;
  };
}
