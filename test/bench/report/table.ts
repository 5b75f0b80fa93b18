/** A table in Markdown that also reads well as it stands. Columns but the first are aligned right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((_, column) =>
    Math.max(3, ...[headings, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', column, width)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(headings), line(rule), ...rows.map(line)].join('\n');
}

/** A number with so many decimals and thousands apart, or `n/a` when there is none. */
export function figure(value: number, decimals = 0): string {
  if (Number.isNaN(value)) return 'n/a';
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A share as whole percents, or `n/a` when there is none. */
export function percents(share: number): string {
  return Number.isNaN(share) ? figure(share) : `${figure(share * 100)} %`;
}

function pad(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
