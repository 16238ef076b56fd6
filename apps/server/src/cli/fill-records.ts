/** Where a fill of a proof met a price. */
interface FillRecord {
  /** Decimal. */
  price: string;
  /** By the market's clock, ms. */
  time: number;
}

/** What of a proven trade says where its prices are from. */
export interface ProvenFillRecords {
  symbol: string;
  entryRecord: FillRecord;
  exitRecord: FillRecord;
  /** Of what was added to the position. */
  added?: readonly { record: FillRecord }[];
}

/** A record with what it is called: `entry`, `added1` and so on, `exit`. */
interface NamedRecord extends FillRecord {
  fill: string;
}

/** The records of all fills, in their order. */
export function fillRecords({ entryRecord, exitRecord, added = [] }: ProvenFillRecords): NamedRecord[] {
  return [
    { fill: 'entry', ...entryRecord },
    ...added.map(({ record }, n) => ({ fill: `added${n + 1}`, ...record })),
    { fill: 'exit', ...exitRecord },
  ];
}
