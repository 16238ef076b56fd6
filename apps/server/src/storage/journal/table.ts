/** What a column of a batch can hold; null is no value. */
export type Value = bigint | number | string | null;

/** A column: its type in the database, where its value comes from, and what it means when it is read again. */
export interface Column<State, T> {
  sql: 'bigint' | 'integer' | 'text' | 'boolean';
  value(state: State): Value;
  /** @param text as PostgreSQL writes it */
  parse(text: string): T;
  /** What a row without a value has; a column that must have one has no such thing. */
  absent?: T;
}

export type Columns<State> = Readonly<Record<string, Column<State, unknown>>>;

/** Rows of one kind, in the order of their columns. */
export interface Table<State, C extends Columns<State> = Columns<State>> {
  /** Of the database's table that they are copied to, where they are. */
  readonly name: string;
  readonly columns: C;
  readonly names: readonly string[];
  readonly list: readonly Column<State, unknown>[];
  /** The columns that are written anew when a row changes. */
  readonly changing: readonly string[];
}

/** @param staying columns that a change of a row leaves as they are: a column that is not named here changes with it */
export function tableOf<State, const C extends Columns<State>>(
  name: string,
  columns: C & Columns<State>,
  staying: readonly (keyof C & string)[] = [],
): Table<State, C> {
  const names = Object.keys(columns);
  const changing = names.filter((column) => !staying.includes(column));
  return { name, columns, names, list: Object.values<Column<State, unknown>>(columns), changing };
}

/** The kinds of columns, for rows that are written from the given states. */
export function columnsOf<State>() {
  const text = <T extends string>(value: (state: State) => T): Column<State, T> => ({
    ...{ sql: 'text', value, parse: (read) => read as T },
  });
  return {
    text,
    bigint: (value: (state: State) => bigint): Column<State, bigint> => ({ sql: 'bigint', value, parse: BigInt }),
    integer: (value: (state: State) => number): Column<State, number> => ({ sql: 'integer', value, parse: Number }),
    /** Milliseconds. */
    time: (value: (state: State) => number): Column<State, number> => ({ sql: 'bigint', value, parse: Number }),
    /** PostgreSQL writes `t` where it is asked for a column as it is, `true` for one as text. */
    flag: (value: (state: State) => boolean): Column<State, boolean> => ({
      ...{ sql: 'boolean', value: (state) => String(value(state)), parse: (read) => read === 'true' || read === 't' },
    }),
    optionalBigint: (value: (state: State) => bigint | null): Column<State, bigint | null> => ({
      ...{ sql: 'bigint', value, parse: BigInt, absent: null },
    }),
    optionalInteger: (value: (state: State) => number | null): Column<State, number | null> => ({
      ...{ sql: 'integer', value, parse: Number, absent: null },
    }),
    /** Milliseconds. */
    optionalTime: (value: (state: State) => number | null): Column<State, number | null> => ({
      ...{ sql: 'bigint', value, parse: Number, absent: null },
    }),
    optionalText: <T extends string>(value: (state: State) => T | null): Column<State, T | null> => ({
      ...{ sql: 'text', value, parse: (read) => read as T, absent: null },
    }),
  };
}

/** A row that was read, asked by the names of its columns. */
export type Row<C> = <Name extends keyof C & string>(
  name: Name,
) => C[Name] extends { parse(text: string): infer T; absent?: infer A } ? T | Exclude<A, undefined> : never;

/**
 * @param texts of the columns, in their order; null where there is no value
 * @returns throws when it is asked for a value that has to be there and is not
 */
export function rowOf<State, C extends Columns<State>>(
  { name: table, names, list }: Table<State, C>,
  texts: readonly (string | null)[],
): Row<C> {
  const read = (name: string): unknown => {
    const place = names.indexOf(name);
    const [column, text] = [list[place], texts[place] ?? null];
    if (column !== undefined && text !== null) return column.parse(text);
    if (column?.absent === undefined) throw new Error(`no value in the column ${name} of a row of ${table}`);
    return column.absent;
  };
  return read as Row<C>;
}
