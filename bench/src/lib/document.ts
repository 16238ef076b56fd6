import type { Measured, Report } from './result.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

function row({ name, value, unit, ceiling, ratio, target, met, note, date, machine }: Measured): string {
  const cells = [
    name,
    `${value} ${unit}`,
    ceiling === null ? '—' : `${ceiling}`,
    ratio === null ? '—' : `${ratio}`,
    target,
    met ? 'yes' : '**no**',
    note,
    `${date}, ${machine}`,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** docs/performance.md: the results as a table. */
export function performanceDocument({ results }: Report): string {
  return `# Performance

Measured by \`npm run bench\`, each row when and where its last column says: values of different machines say
nothing about each other, ratios do. The ceilings were measured in the same run; the load generator and the
browser share the machine with the server and the database. A value of several rounds is their median unless
it says otherwise. A ratio is value / ceiling where more is better and ceiling / value where less is. Where the time of an open goes is in [order-path.md](order-path.md).

| what | value | ceiling | ratio | target | met | how | measured |
|---|---|---|---|---|---|---|---|
${results.map(row).join('\n')}
`;
}
