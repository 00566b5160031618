import { expect, test } from 'vitest';
import { newSigningSecret } from '../src/secrets/signing-secret.ts';

test('signing secrets contain no "+", "/" or "="', () => {
  for (let count = 0; count < 200; count++) expect(newSigningSecret()).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
});
