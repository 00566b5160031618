import contract from '@pv-planning/contract/openapi.json' with { type: 'json' };
import { slotRules } from '@pv-planning/fair-slots';
import { expect, test } from 'vitest';
import { retryDelay } from '../src/dispatch/send/retry-delay.ts';
import { defaultRules } from '../src/index.ts';
import { minutes } from './support/database-clock.ts';
import { guideProse, guideRow } from './support/guide.ts';
import {
  figuresOfOutage,
  shortestUntilAttemptMs,
  shortestUntilDisabledMs,
} from './support/outage-figures.ts';

const rules = defaultRules;
const seconds = (milliseconds: number) => milliseconds / 1000;
const hours = (milliseconds: number) => milliseconds / 3_600_000;

/** Return the maximum and the minimum delay after a failed attempt. */
const longest = (failure: number) => retryDelay({ failure }, rules, () => 1);
const shortest = (failure: number) => retryDelay({ failure }, rules, () => 0);

/** Formats a duration as in the table: `80 s`, `5 min 20 s`, `1 h`. */
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

const hoursAndMinutes = (milliseconds: number) => duration(milliseconds - (milliseconds % 60_000));

const parts = { '50 % of the rest': 'half', '25 % of the rest': 'a quarter' };
const { ofCompany, whileOthersRun } = slotRules.deliveries;

/** Every figure of the guide, with the surrounding words. */
const promises = [
  `any 2xx status within ${seconds(rules.timeoutMs)} seconds`,
  `the first ${rules.responseBodyLimit / 1024} KiB of the response body that arrive within ${seconds(rules.responseBodyMs)} s after the headers`,
  'within 300 seconds of your clock',
  `valid for ${rules.secretOverlapHours} hours`,
  `in flight at the same time, initially up to ${rules.startInFlight}.`,
  `raises it by one, up to ${rules.maxInFlightPerEndpoint}.`,
  `within ${rules.quickMs} ms, or within ${seconds(rules.slowMs)} s and in at most ${rules.quickFactor === 2 ? 'twice' : rules.quickFactor} the time`,
  `takes more than ${seconds(rules.slowMs)} s and more than ${rules.slowFactor} times as long as your quickest recent responses also halves the limit, but not below ${rules.startInFlight}, and halves it again each time`,
  `The share is ${parts[ofCompany]} of the capacity that other companies leave, or ${parts[whileOthersRun]} of it while they send`,
  `retried, with ${rules.maxAttempts} attempts in total`,
  `shortened at random by up to ${100 - (100 * shortest(1)) / longest(1)} %`,
  `or a timeout, the delay is at least ${seconds(rules.retryOverloadedMs)} s`,
  `with 429 or 503 is respected up to ${hours(rules.retryCapMs)} h`,
  `at the earliest ${hoursAndMinutes(shortestUntilAttemptMs(rules.maxAttempts, rules))} after its first attempt`,
  `${seconds(rules.gateFirstMs)} s at first, doubling each time up to ${duration(rules.gateCapMs)}`,
  `After ${rules.probeFromFailures} consecutive failures, the endpoint gets one delivery at a time`,
  `After ${rules.maxConsecutiveFailures} consecutive failed attempts`,
  `at the earliest ${hoursAndMinutes(shortestUntilDisabledMs(rules))} after its first failure`,
  `can come more than ${hours(rules.retryCapMs)} h after the last one`,
  `after ${rules.noticeAtFailures} consecutive failures`,
  `are queued for up to ${rules.retentionDays} days`,
  `Each event has ${rules.maxAttempts} attempts again`,
  `keeps it for ${rules.retentionDays} days`,
];

const figure = /\d[\d.]* (?:%|KiB|s|min|h|seconds|minutes|hours|days|attempts|failures|failed)(?!\w)/g;

test('the guide contains all figures of the rules and no others', () => {
  for (const promise of promises) expect(guideProse).toContain(promise);
  const rest = promises.reduce((text, promise) => text.replaceAll(promise, ''), guideProse);
  expect(rest.match(figure)).toBeNull();
});

test('the table of delays matches the retry schedule', () => {
  const attempts = Array.from({ length: rules.maxAttempts - 1 }, (_, index) => index + 1);
  expect(guideRow('After attempt')).toEqual(attempts.map(String));
  expect(guideRow('Maximum delay')).toEqual(attempts.map((attempt) => duration(longest(attempt))));
});

test.each([
  ['10 s', 10_000],
  ['1 min', minutes(1)],
  ['10 min', minutes(10)],
  ['90 min', minutes(90)],
])(
  'the figures of a receiver that was away for %s match the pauses and the retry schedule',
  (text, awayMs) => {
    const { firstAttemptMs, lastEventMs } = figuresOfOutage(awayMs, rules);
    const within = (milliseconds: number) => `within ${duration(milliseconds)}`;
    expect(guideRow(text)).toEqual([within(firstAttemptMs), within(lastEventMs), 'active']);
    expect(awayMs).toBeLessThan(shortestUntilDisabledMs(rules));
  },
);

test('a receiver that was away for 3 h is disabled', () => {
  expect(guideRow('3 h')).toEqual(['once enabled', 'once enabled', 'disabled']);
  expect(hours(shortestUntilDisabledMs(rules))).toBeLessThan(3);
});

test('the description of every event states the time limit of its receiver', () => {
  const confirming = Object.values(contract.webhooks).map(({ post }) => post.responses['2XX'].description);
  const promise = `within ${seconds(rules.timeoutMs)} seconds`;
  expect(confirming.filter((text) => !text.includes(promise))).toEqual([]);
});
