import type { Template } from '../template/template.ts';
import { texts } from '../texts/texts.ts';

/** Shows an operator that sending works. */
export function testMail(): Template {
  const { testSubject, test } = texts.de;
  return { language: 'de', subject: testSubject, blocks: [{ kind: 'paragraph', text: test }], imprint: [] };
}
