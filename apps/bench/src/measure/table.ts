import type { Figure, Spread } from './figure.ts';

function amount(value: number, unit: Figure['unit']): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })} ${unit}`;
}

function ratio({ median, low, high }: Spread): string {
  const range = low === high ? '' : ` (${low.toFixed(2)}–${high.toFixed(2)})`;
  return `${median.toFixed(2)}${range}`;
}

function row({ name, unit, ours, yardstick, ratio: quality, noise, goal }: Figure): string[] {
  return [
    name,
    amount(ours, unit),
    yardstick === null ? '' : amount(yardstick, unit),
    quality ? ratio(quality) : '',
    noise ? ratio(noise) : '',
    goal ? `${goal.text}: ${goal.reached ? 'yes' : 'NO'}` : '',
  ];
}

const heading = ['', 'ours', 'yardstick', 'ratio', 'yardstick twice', 'goal'];

/** Formats the figures as a plain-text table. */
export function table(figures: readonly Figure[]): string {
  const rows = [heading, ...figures.map(row)];
  const widths = heading.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}
Ratios are medians of paired readings (quartiles): 1 is as good as the yardstick, below 1 worse. "Yardstick twice" is the noise of this run.`;
}
