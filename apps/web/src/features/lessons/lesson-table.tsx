interface LessonTableProps {
  caption: string;
  /** Of the columns; the first names the rows. */
  head: readonly string[];
  /** Each begins with the name of the row. */
  rows: readonly (readonly string[])[];
}

/** Figures of a lesson, worked out by the formulas of the product. */
export function LessonTable({ caption, head, rows }: LessonTableProps) {
  return (
    <table className="w-full text-right text-sm tabular">
      <caption className="pb-2 text-left text-muted">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr className="border-b border-hairline">
          {head.map((name, place) => (
            <th key={name} scope="col" className={place === 0 ? 'py-2 text-left font-normal' : 'py-2 font-normal'}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name} className="border-b border-hairline">
            <th scope="row" className="py-2 text-left font-medium text-primary">
              {name}
            </th>
            {cells.map((cell, place) => (
              <td key={head[place + 1]} className="py-2">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
