import util from 'express-openapi-validator/dist/middlewares/util.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

test('responds with 500 if the library reports errors that its compiled schemas do not have', async () => {
  const body = { type: 'object', properties: { id: { type: 'integer' } } };
  const { send, lines, close } = await serveSynthetic({ addThing: { path: '/v1/things', body } });
  onTestFinished(close);
  const invalid = { body: { id: 'one' } };
  expect((await send('/v1/things', invalid)).status).toBe(400);
  const toErrors = util.ajvErrorsToValidatorError;
  const spy = vi.spyOn(util, 'ajvErrorsToValidatorError').mockImplementation((status, errors) => {
    return toErrors(status, [...errors, ...errors]);
  });
  onTestFinished(() => spy.mockRestore());
  expect((await send('/v1/things', invalid)).status).toBe(500);
  expect(lines.join('')).toContain('has 1 errors, express-openapi-validator 2.');
});
