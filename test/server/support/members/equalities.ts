/** Columns that a statement says to be equal, and whether they equal a given value. */
export class Equalities {
  readonly #same = new Map<string, string>();
  /** Stands for all values that the caller gives. */
  static readonly given = 'given';

  add(one: string | undefined, other: string | undefined): void {
    if (one === undefined || other === undefined) return;
    const [a, b] = [this.find(one), this.find(other)];
    // the given value stays the name of its set
    if (a !== b) this.#same.set(...(a === Equalities.given ? ([b, a] as const) : ([a, b] as const)));
  }

  find(column: string): string {
    const next = this.#same.get(column);
    return next === undefined ? column : this.find(next);
  }

  isGiven = (column: string): boolean => this.find(column) === Equalities.given;
}
