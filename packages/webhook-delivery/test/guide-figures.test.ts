import contract from '@pv-planning/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { retryDelay } from '../src/dispatch/send/retry-delay.ts';
import { defaultRules } from '../src/index.ts';
import { guideProse, guideRow } from './support/guide.ts';

const rules = defaultRules;
const seconds = (milliseconds: number) => milliseconds / 1000;
const hours = (milliseconds: number) => milliseconds / 3_600_000;

/** The wait after a failed attempt, at the longest and at the shortest. */
const longest = (failure: number) => retryDelay({ failure }, rules, () => 1);
const shortest = (failure: number) => retryDelay({ failure }, rules, () => 0);

/** As the table writes it: `80 s`, `5 min 20 s`, `1 h`. */
function duration(milliseconds: number): string {
  const whole = seconds(milliseconds);
  if (whole <= 90) return `${whole} s`;
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'min'],
    [whole % 60, 's'],
  ];
  return parts.flatMap(([amount, unit]) => (amount ? `${amount} ${unit}` : [])).join(' ');
}

/** Every figure of the guide, in the words around it. */
const promises = [
  `any 2xx status within ${seconds(rules.timeoutMs)} seconds`,
  `what comes within ${seconds(rules.responseBodyMs)} s after the headers is kept, ${rules.responseBodyLimit / 1024} KiB at most`,
  'within 300 seconds of your clock',
  `valid for ${rules.secretOverlapHours} hours`,
  `in flight at the same time: up to ${rules.startInFlight} at first`,
  `within ${rules.quickMs} ms, or in at most ${rules.quickFactor === 2 ? 'twice' : rules.quickFactor} the time`,
  `of your quickest recent ones and within ${seconds(rules.slowMs)} s, raises`,
  `raises this number by one, up to ${rules.maxInFlightPerEndpoint},`,
  `takes more than ${seconds(rules.slowMs)} s and ${rules.slowFactor} times as long as your quickest recent ones, but not below ${rules.startInFlight}`,
  `tried again, ${rules.maxAttempts} attempts in all`,
  `shortened at random by up to ${100 - (100 * shortest(1)) / longest(1)} %`,
  `or a timeout, the wait is at least ${seconds(rules.retryOverloadedMs)} s`,
  `with 429 or 503 is respected up to ${hours(rules.retryCapMs)} h`,
  `${seconds(rules.gateFirstMs)} s at first, twice as long each time, ${seconds(rules.gateCapMs)} s at most`,
  `After ${rules.probeFromFailures} consecutive failures the endpoint gets one delivery at a time`,
  `after ${rules.noticeAtFailures.join(' and after ')} consecutive failures`,
  `After ${rules.maxConsecutiveFailures} consecutive failed attempts`,
  `are queued for up to ${rules.retentionDays} days`,
  `each event has ${rules.maxAttempts} attempts again`,
  `keeps it for ${rules.retentionDays} days`,
];

const figure = /\d[\d.]* (?:%|KiB|s|min|h|seconds|minutes|hours|days|attempts|failures|failed)(?!\w)/g;

test('the guide promises what the rules keep, and names no other figure', () => {
  for (const promise of promises) expect(guideProse).toContain(promise);
  const waits = /After attempt.*\| Wait at most [^a-z]*(?:(?:s|min|h) [^a-z]*)+/;
  const rest = promises.reduce(
    (text, promise) => text.replaceAll(promise, ''),
    guideProse.replace(waits, ''),
  );
  expect(rest.match(figure)).toBeNull();
});

test('the table of waits is the schedule', () => {
  const attempts = Array.from({ length: rules.maxAttempts - 1 }, (_, index) => index + 1);
  expect(guideRow('After attempt')).toEqual(attempts.map(String));
  expect(guideRow('Wait at most')).toEqual(attempts.map((attempt) => duration(longest(attempt))));
});

test('every event says how long its receiver may take', () => {
  const confirming = Object.values(contract.webhooks).map(({ post }) => post.responses['2XX'].description);
  const promise = `within ${seconds(rules.timeoutMs)} seconds`;
  expect(confirming.filter((text) => !text.includes(promise))).toEqual([]);
});
