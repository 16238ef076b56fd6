import type { ReactNode } from 'react';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';

/** What is shown of each record, under which name. The first column names the record. */
export interface Column<T> {
  name: string;
  cell: (record: T) => ReactNode;
  /** Figures stand at the right. */
  isFigure?: boolean;
  /** May be broken into lines where a table has little room. */
  wraps?: boolean;
}

interface RecordTableProps<T> {
  caption: string;
  columns: readonly [Column<T>, ...Column<T>[]];
  records: readonly T[];
  keyOf: (record: T) => string;
}

const CELL = 'px-2 py-1.5 align-top first:pl-3 last:pr-3';

function cellClass<T>({ isFigure = false, wraps = false }: Column<T>): string {
  return `${CELL} ${isFigure ? 'text-right' : 'text-left'} ${wraps ? '' : 'whitespace-nowrap'} tabular`;
}

function Rows<T>({ columns, records, keyOf }: RecordTableProps<T>) {
  const [first, ...others] = columns;
  return records.map((record) => (
    <tr key={keyOf(record)}>
      <th scope="row" className={`${cellClass(first)} font-medium`}>
        {first.cell(record)}
      </th>
      {others.map((column) => (
        <td key={column.name} className={cellClass(column)}>
          {column.cell(record)}
        </td>
      ))}
    </tr>
  ));
}

function Cards<T>({ caption, columns: [first, ...others], records, keyOf }: RecordTableProps<T>) {
  return (
    <ul aria-label={caption} className="divide-y divide-hairline border-t border-hairline">
      {records.map((record) => (
        <li key={keyOf(record)} className="px-3 py-2.5">
          <p className="pb-1.5 font-medium tabular">{first.cell(record)}</p>
          <FactList className="sm:grid sm:grid-cols-2 sm:gap-x-8">
            {others.map(({ name, cell }) => {
              const content = cell(record);
              return (
                content !== '' && (
                  <Fact key={name} name={name}>
                    {content}
                  </Fact>
                )
              );
            })}
          </FactList>
        </li>
      ))}
    </ul>
  );
}

/** Records as a dense table, and where it has no room as a card for each. */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const isNarrow = useMediaQuery('(width < 64rem)');
  if (isNarrow) return <Cards {...props} />;
  const { caption, columns } = props;
  return (
    // Long words can still push it over the edge, and a region that scrolls has to be reachable by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={caption}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-xs text-muted">
          <tr className="border-b border-hairline">
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={`px-2 py-1.5 font-normal whitespace-nowrap first:pl-3 last:pr-3 ${column.isFigure === true ? 'text-right' : 'text-left'}`}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          <Rows {...props} />
        </tbody>
      </table>
    </div>
  );
}
