import { expect, onTestFinished, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

const names = ['example', 'examples', 'responses', 'properties', 'default', 'required'];

const thing = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
  default: { example: 'none' },
  example: { example: 'unlike the schema', examples: 1 },
};

const schemas = Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: 5 }]));

test.each([true, false])(
  'validates fields that are named like keywords (response validation: %s)',
  async (validateResponses) => {
    const { send, close } = await serveSynthetic(
      { addThing: { path: '/v1/things', body: thing } },
      { validateResponses, components: { schemas } },
    );
    onTestFinished(close);
    const bodyOf = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
    expect(await send('/v1/things', { body: bodyOf('short') })).toMatchObject({ status: 200 });
    const { status, body } = await send('/v1/things', { body: bodyOf('longer') });
    expect(status).toBe(400);
    expect(body.details).toEqual(names.map((name) => expect.objectContaining({ path: `/${name}` })));
  },
);
