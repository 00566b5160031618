import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { type PriceListRow, readRows, unitPrice } from '../src/index.ts';
import {
  csvArticles,
  csvFile,
  csvStyle,
  datanorm4Header,
  datanorm4Records,
  datanormArticles,
  decimal,
  euros,
  expectedRow,
} from './price-list-files.ts';
import { readOnlyRows } from './read.ts';

const numRuns = process.env.SOAK ? 5_000 : 80;
const encoding = fc.constantFrom('utf8', 'win1252', 'cp850');

/** An article record without a price; a price record supplies it. */
const articleWithoutPrice = 'A;N;1;00;Rohr;;1;0;m;0;;;;';

function withoutPlace({ kind, file, line, action, warnings, ...rest }: PriceListRow): object {
  return rest;
}

function byNumber(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

test('reads back articles written as CSV', async () => {
  const property = fc.asyncProperty(csvArticles, csvStyle, encoding, async (meant, style, charset) => {
    const content = iconv.encode(csvFile(meant, style), charset);
    // Some letters in CP850 are punctuation in CP1252.
    const rows = await readOnlyRows([{ content, ...(charset === 'cp850' && { encoding: 'cp850' }) }]);
    expect(rows.map(withoutPlace)).toEqual(meant.map(expectedRow));
  });
  await fc.assert(property, { numRuns });
});

test('reports the line on which a CSV row starts', async () => {
  const property = fc.asyncProperty(csvArticles, csvStyle, async (meant, style) => {
    const file = csvFile(meant, style);
    const rows = await readOnlyRows(file);
    const lines = file.split(style.lineEnd);
    for (const { line, articleNumber } of rows) {
      expect(lines[line - 1]?.replace('"', '').startsWith(articleNumber ?? '?')).toBe(true);
    }
  });
  await fc.assert(property, { numRuns });
});

test('reads back articles written as DATANORM 4, in any order of records', async () => {
  const shuffled = datanormArticles.chain((meant) => {
    const records = meant.flatMap(datanorm4Records);
    return fc.record({
      meant: fc.constant(meant),
      records: fc.shuffledSubarray(records, { minLength: records.length, maxLength: records.length }),
    });
  });
  const property = fc.asyncProperty(shuffled, encoding, async ({ meant, records }, charset) => {
    const file = [datanorm4Header, ...records, '\u001A'].join('\r\n');
    const rows = await readOnlyRows(iconv.encode(file, charset));
    expect(rows.map(withoutPlace).sort(byNumber)).toEqual(meant.map(expectedRow).sort(byNumber));
  });
  await fc.assert(property, { numRuns });
});

test('keeps every digit of JSON numbers', async () => {
  const amount = fc.bigInt({ min: 1_000n, max: 10n ** 14n });
  const property = fc.asyncProperty(amount, amount, async (purchase, list) => {
    const [row] = readRows([
      { articleNumber: '1', purchasePrice: decimal(purchase, 6), listPrice: decimal(list, 6) },
    ]);
    expect(row).toMatchObject({ purchasePrice: decimal(purchase, 6), listPrice: decimal(list, 6) });
  });
  await fc.assert(property);
});

test('applies three rates exactly', async () => {
  const rate = fc.bigInt({ min: 0n, max: 9_900n });
  const cents = fc.bigInt({ min: 1_000_000n, max: 99_999_999_999n });
  const property = fc.asyncProperty(cents, rate, rate, rate, async (price, one, two, three) => {
    const [row] = await readOnlyRows(
      `${articleWithoutPrice}\nP;A;1;1;${price};1;${one};1;${two};1;${three};`,
    );
    const exact = price * (10_000n - one) * (10_000n - two) * (10_000n - three);
    expect(row).toMatchObject({ listPrice: euros(price), purchasePrice: decimal(exact, 14) });
  });
  await fc.assert(property, { numRuns });
});

test('applies multipliers exactly, with a warning', async () => {
  const property = fc.asyncProperty(fc.bigInt(1n, 99_999n), fc.bigInt(1n, 9_999n), async (one, rate) => {
    const [row] = await readOnlyRows(`${articleWithoutPrice}\nP;A;1;1;12345678;2;${one};1;${rate};`);
    expect(row?.purchasePrice).toBe(decimal(12_345_678n * one * (10_000n - rate), 9));
    expect(row?.warnings.map(({ code }) => code)).toContain('unusual_discount');
  });
  await fc.assert(property, { numRuns });
});

test('rounds the price per unit half away from zero', async () => {
  const property = fc.asyncProperty(
    fc.bigInt(1n, 10n ** 12n),
    fc.integer({ min: 1, max: 1_000_000 }),
    async (cents, quantity) => {
      const scaled = cents * 1_000n;
      const [doubled, divisor] = [2n * scaled + BigInt(quantity), 2n * BigInt(quantity)];
      expect(unitPrice(euros(cents), quantity)).toBe(decimal(doubled / divisor, 5));
    },
  );
  await fc.assert(property, { numRuns: 1_000 });
});
