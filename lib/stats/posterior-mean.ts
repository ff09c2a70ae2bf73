import { sum, type Vector } from "./log-space.ts";

/**
 * Returns the mean of the Dirichlet posterior for K options: (n_k + a)/(N + Ka) with a = ½ (Jeffreys' prior). For more
 * than six options a = 1/K (Perks' prior), because K times ½ would outweigh a small class.
 */
export function posteriorMean(counts: Vector): Vector {
  const options = counts.length;
  const prior = options > 6 ? 1 / options : 0.5;
  const total = sum(counts) + options * prior;
  return counts.map((count) => (count + prior) / total);
}
