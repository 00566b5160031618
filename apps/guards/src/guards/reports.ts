import type { Guard } from '../guard.ts';

const reports = 'apps/api/src/analytics';

export const reportGuards: readonly Guard[] = [
  {
    name: 'products are not sold if the customer has withdrawn from the contract',
    file: `${reports}/material-report.ts`,
    find: "  if (kind === 'sold') offers = offers.where(notWithdrawn);\n",
    replace: '',
    tests: ['offer-pages/decisions'],
  },
  {
    name: 'published offers past validTo are not open in the report on materials',
    file: `${reports}/material-report.ts`,
    find: 'valid_to is null or valid_to >=',
    replace: 'true or valid_to >=',
    tests: ['analytics/figures'],
  },
  {
    name: 'quantities of different units are not added up',
    file: `${reports}/material-report.ts`,
    find: 'quantity: isMixed ? null : sums.quantity / 1000',
    replace: 'quantity: sums.quantity / 1000',
    tests: ['analytics/figures'],
  },
  {
    name: 'a report groups only as far as its size allows',
    file: `${reports}/record-groups.ts`,
    find: / {2}requireFewGroups\(frame, [^;]*;\n/,
    replace: '',
    tests: ['analytics/spans'],
  },
  {
    name: 'a week 53 is compared with a week of the year before',
    file: `${reports}/periods.ts`,
    find: 'Math.min(calendar.yearBefore(start), calendar.startOf(last))',
    replace: 'calendar.yearBefore(start)',
    tests: ['analytics/spans'],
  },
];
