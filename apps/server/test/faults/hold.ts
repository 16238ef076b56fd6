/** Which way something goes through a door: to what is behind it, or back to who came through it. */
export type Way = 'there' | 'back';

/** Whether a piece that goes there, as it is read on the wire, is one to begin with. */
export type IsMarked = (piece: string) => boolean;

/**
 * What a door keeps back of one way: from the first marked piece that goes there on a connection, that piece and all that
 * follow it there, or all that comes back after it.
 */
export class Hold {
  readonly #way: Way;
  readonly #isMarked: IsMarked;
  /** Connections with a marked piece, and what has gone there on them since, whether it was kept or not. */
  readonly #sent = new Map<object, Buffer[]>();
  readonly #kept: { piece: Buffer; passOn: () => void }[] = [];

  constructor(way: Way, isMarked: IsMarked) {
    this.#way = way;
    this.#isMarked = isMarked;
  }

  /** What was kept so far. */
  get bytes(): number {
    return this.#kept.reduce((sum, { piece }) => sum + piece.length, 0);
  }

  /** Of every connection what has gone there from its marked piece on, as it would be read on the wire. */
  get sent(): string {
    return [...this.#sent.values()].map((pieces) => Buffer.concat(pieces).toString('latin1')).join('\n');
  }

  /** @param passOn what is done with the piece when it is let go @returns whether the piece is kept */
  keeps(connection: object, way: Way, piece: Buffer, passOn: () => void): boolean {
    if (way === 'there') {
      const sent = this.#sent.get(connection) ?? (this.#isMarked(piece.toString('latin1')) ? [] : undefined);
      if (sent === undefined) return false;
      this.#sent.set(connection, sent);
      sent.push(piece);
    }
    if (way !== this.#way || !this.#sent.has(connection)) return false;
    this.#kept.push({ piece, passOn });
    return true;
  }

  letGo(): void {
    for (const { passOn } of this.#kept.splice(0)) passOn();
  }
}
