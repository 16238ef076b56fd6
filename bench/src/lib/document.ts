import type { Report, Result } from './result.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

function row({ name, value, unit, ceiling, ratio, target, met, note }: Result): string {
  const cells = [
    name,
    `${value} ${unit}`,
    ceiling === null ? '—' : `${ceiling}`,
    ratio === null ? '—' : `${ratio}`,
    target,
    met ? 'yes' : '**no**',
    note,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** docs/performance.md: the results as a table. */
export function performanceDocument({ machine, date, results }: Report): string {
  return `# Performance

Measured by \`npm run bench\` on ${date}: ${machine}. The ceilings were measured in the same run; the load
generator and the browser share the machine with the server and the database. A value of several rounds is
their median unless it says otherwise. A ratio is value / ceiling where more is better and ceiling / value
where less is. Where the time of an open goes is in [order-path.md](order-path.md).

| what | value | ceiling | ratio | target | met | how |
|---|---|---|---|---|---|---|
${results.map(row).join('\n')}
`;
}
