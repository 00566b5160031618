import type { Template } from '../template/template.ts';
import { team, teamLanguage } from '../texts/team.ts';

/** Shows an operator that sending works. */
export function testMail(): Template {
  const { testSubject, test } = team;
  return {
    language: teamLanguage,
    subject: testSubject,
    blocks: [{ kind: 'paragraph', text: test }],
    imprint: [],
  };
}
