import { describe, expect, test } from 'vitest';
import { newMisc, pvModule } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { api } = (await openTestApi()).exampleCompany;

describe('an article number', () => {
  test('is unique per supplier, and among products without a supplier', async () => {
    const supplier = 'Großhandel Öst';
    const create = async (body: object) =>
      (await api.send('POST', '/v1/misc-materials', { body: { name: 'Kabel', ...body } })).error;
    expect(await create({ articleNumber: 'Übergang-1', supplier })).toBeUndefined();
    expect(await create({ articleNumber: 'ÜBERGANG-1', supplier: 'GROSSHANDEL ÖST' })).toBeUndefined();
    expect(await create({ articleNumber: 'ÜBERGANG-1', supplier: 'GROßHANDEL ÖST' })).toBe('already_exists');
    expect(await create({ articleNumber: 'Übergang-1' })).toBeUndefined();
    expect(await create({ articleNumber: 'übergang-1', supplier: null })).toBe('already_exists');
    expect(await create({ supplier })).toBeUndefined();
    expect(await create({ supplier })).toBeUndefined();
  });

  test('must not have leading, trailing or double spaces; the same applies to suppliers and manufacturer names', async () => {
    const refused = async (path: string, body: object, field: string) => {
      const { details } = await api.send('POST', path, { body: { name: 'Kabelwerk', ...body } });
      expect(details).toMatchObject([{ path: `/${field}`, code: 'pattern' }]);
    };
    for (const text of [' A-1', 'A-1 ', 'A  1', 'A\u00A01', '\u2003', '\uFEFFA-1']) {
      for (const field of ['articleNumber', 'manufacturerArticleNumber', 'supplier'])
        await refused('/v1/misc-materials', { [field]: text }, field);
      for (const field of ['name', 'shortName']) await refused('/v1/manufacturers', { [field]: text }, field);
    }
    expect(await newMisc(api, { articleNumber: 'A 1 ß', supplier: 'Öl & Gas' })).toMatchObject({
      articleNumber: 'A 1 ß',
      supplier: 'Öl & Gas',
    });
  });

  test('is unique across all kinds, including archived products', async () => {
    const { id } = await newMisc(api, { articleNumber: 'ACROSS-1' });
    await api.call('updateMiscMaterial', { params: { id }, body: { archived: true } });
    const { error, details } = await api.call('createPvModule', {
      body: { ...pvModule, articleNumber: 'across-1' },
    });
    expect({ error, details }).toMatchObject({
      error: 'already_exists',
      details: [{ path: '/articleNumber' }],
    });
  });
});
