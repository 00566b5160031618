import { Window } from 'happy-dom';
import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';
import type { Language } from '../../src/shared/texts/language.ts';
import { ReaderLanguage } from '../../src/shared/texts/reader.ts';

/** What pages use of a browser. */
const globals = [
  'window',
  'document',
  'location',
  'history',
  'navigator',
  'addEventListener',
  'removeEventListener',
];

/** Renders a part of a page in a simulated browser, which ends with the test. */
export async function rendered(part: ComponentChild, { language = 'de' }: { language?: Language } = {}) {
  const window = new Window({ url: 'http://service.example/o/token' });
  const before = globals.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const name of globals) {
    const value = Reflect.get(window, name);
    Object.defineProperty(globalThis, name, {
      configurable: true,
      value: typeof value === 'function' ? value.bind(window) : value,
    });
  }
  window.scrollTo = () => {};
  const { body } = window.document as unknown as Document;
  await act(() => render(<ReaderLanguage.Provider value={language}>{part}</ReaderLanguage.Provider>, body));
  onTestFinished(async () => {
    await act(() => render(null, body));
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    await window.happyDOM.close();
  });
  return {
    body,
    text: () => body.textContent ?? '',
    async click(selector: string) {
      await act(() => body.querySelector<HTMLElement>(selector)?.click());
    },
  };
}
