import type { Guard } from '../guard.ts';

const slots = 'packages/slots/src';
const tests = ['packages/slots/test/slots', 'packages/slots/test/slots.property'];

export const slotGuards: readonly Guard[] = [
  {
    name: 'slots: the buffer before an appointment must be free',
    file: `${slots}/start-ranges.ts`,
    find: 'from + bufferBeforeMinutes * minuteMs',
    replace: 'from',
    tests,
  },
  {
    name: 'slots: the buffer after an appointment must be free',
    file: `${slots}/start-ranges.ts`,
    find: '(durationMinutes + bufferAfterMinutes)',
    replace: 'durationMinutes',
    tests,
  },
  {
    name: 'slots: an appointment ends within the working hours',
    file: `${slots}/start-ranges.ts`,
    find: 'to - durationMinutes * minuteMs',
    replace: 'to',
    tests,
  },
  {
    name: 'slots: nobody is free during an absence',
    file: `${slots}/free-starts.ts`,
    find: 'startsAvoiding(absences, rules)',
    replace: 'startsAvoiding([], rules)',
    tests,
  },
  {
    name: 'slots: nobody is free during a booking',
    file: `${slots}/free-starts.ts`,
    find: 'startsAvoiding(busy, rules)',
    replace: 'startsAvoiding([], rules)',
    tests,
  },
  {
    name: 'slots: customers keep to the minimum notice',
    file: `${slots}/bookable-period.ts`,
    find: 'now + minNoticeMinutes * minuteMs',
    replace: 'now',
    tests,
  },
  {
    name: 'slots: customers keep to the maximum advance',
    file: `${slots}/bookable-period.ts`,
    find: 'maxAdvanceDays + 1',
    replace: 'maxAdvanceDays + 2',
    tests,
  },
  {
    name: 'slots: customers keep to the grid',
    file: `${slots}/check-start.ts`,
    find: "view === 'team' ? 1 : rules.stepMinutes",
    replace: '1',
    tests,
  },
  {
    name: 'slots: working hours follow the change of the clocks',
    file: `${slots}/local-time.ts`,
    find: 'midnight: from - shiftMs',
    replace: 'midnight: from',
    tests,
  },
  {
    name: 'slots: an appointment at the end of the last day can continue on the next',
    file: `${slots}/free-starts.ts`,
    find: 'period.last + rules.durationMinutes * minuteMs',
    replace: 'period.last',
    tests,
  },
];
