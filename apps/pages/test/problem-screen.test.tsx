import { expect, test, vi } from 'vitest';
import { ProblemScreen, UnknownLinkScreen } from '../src/shared/components/problem-screen.tsx';
import { rendered } from './support/rendered.tsx';

test('a service that is away is asked again by a button, and names the request', async () => {
  const retry = vi.fn();
  const { text, click, body } = await rendered(
    <ProblemScreen failure={{ kind: 'away', requestId: 'r-7163' }} hasTyped retry={retry} />,
  );
  expect(text()).toContain('Ihre Eingaben sind noch da.');
  expect(text()).toContain('r-7163');
  expect(body.querySelector('[role=alert]')).not.toBeNull();
  await click('button');
  expect(retry).toHaveBeenCalledOnce();
});

test('a device that was offline goes on by itself', async () => {
  const retry = vi.fn();
  await rendered(<ProblemScreen failure={{ kind: 'offline' }} retry={retry} />);
  window.dispatchEvent(new window.Event('online'));
  expect(retry).toHaveBeenCalledOnce();
});

test('an unknown link says in both languages what to do', async () => {
  expect((await rendered(<UnknownLinkScreen />)).text()).toContain('neueste E‑Mail');
  expect((await rendered(<UnknownLinkScreen />, { language: 'en' })).text()).toContain('latest e-mail');
});
