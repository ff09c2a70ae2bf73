/**
 * The options in `count` different orders: rotations, as far from each other as so many can be. With as many orders as
 * options, each option stands at each place once.
 */
export function rotate<T>(options: readonly T[], count: number): readonly (readonly T[])[] {
  return Array.from({ length: count }, (_, index) => {
    const shift = Math.floor((index * options.length) / count);
    return [...options.slice(shift), ...options.slice(0, shift)];
  });
}
