/** A list of doubles that grows in amortised constant time per number: a plain array of a million rows takes more memory. */
export class GrowingFloats {
  #values = new Float64Array(16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** Returns the numbers so far, without copying them. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
