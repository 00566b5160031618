import { expect, test } from 'vitest';
import { type FormField, filledField, registrationContexts } from '../src/index.ts';
import { houseRegistration } from './registration-records.ts';

const house = houseRegistration();
const { project } = house;

function filled(field: object, changes: Partial<typeof project> = {}) {
  const [context] = registrationContexts({ ...house, project: { ...project, ...changes } }, {});
  if (!context) throw new Error('There is no context.');
  const { value, missing } = filledField({ name: 'f', label: 'Feld', ...field } as FormField, context);
  return { value, reason: missing?.reason ?? null, path: missing?.source?.path };
}

const address = {
  ...project.address,
  street: 'Am Łabędź',
  houseNumber: '3',
  country: 'DE',
} as typeof project.address;

test('a text shows a value of the context, or several with text between them', () => {
  const joined = {
    type: 'text',
    value: { join: [{ path: 'project.street' }, ' / ', { path: 'project.parcelNumber' }] },
  };
  expect(filled(joined, { address, parcelNumber: '7' })).toMatchObject({
    value: 'Am Łabędź 3 / 7',
    reason: null,
  });
  expect(filled(joined, { address, parcelNumber: null })).toEqual({
    value: null,
    reason: 'EMPTY',
    path: '/parcelNumber',
  });
});

test('numbers and days are printed in German', () => {
  const text = (path: string, format?: object) => ({
    type: 'text',
    value: { path },
    ...(format && { format }),
  });
  expect(filled(text('derived.modulePowerKwp')).value).toBe('9,68');
  expect(filled(text('derived.modulePowerKwp', { decimals: 1 })).value).toBe('9,7');
  expect(filled(text('project.plannedCommissioningOn'), { plannedCommissioningOn: '2026-07-01' }).value).toBe(
    '01.07.2026',
  );
});

test('an option is chosen by the value, and a value without an option is reported', () => {
  const radio = {
    type: 'radio',
    value: { path: 'project.feedInType' },
    options: { SURPLUS: 'Ja', FULL: 'Nein' },
  };
  expect(filled(radio, { feedInType: 'FULL' })).toMatchObject({ value: 'Nein', reason: null });
  expect(filled(radio, { feedInType: 'ZERO' })).toEqual({
    value: null,
    reason: 'NO_OPTION',
    path: '/feedInType',
  });
  expect(filled(radio, { feedInType: null })).toEqual({ value: null, reason: 'EMPTY', path: '/feedInType' });
  expect(
    filled({ type: 'radio', value: { const: false }, options: { true: 'ja', false: 'nein' } }).value,
  ).toBe('nein');
});

test('a box is ticked if its condition holds, and reported if that is unknown', () => {
  const check = (when: unknown) => ({ type: 'check', when });
  const path = 'project.feedInType';
  expect(filled(check(true)).value).toBe(true);
  expect(filled(check({ path, is: 'FULL' }), { feedInType: 'FULL' }).value).toBe(true);
  expect(filled(check({ path, in: ['ZERO', 'FULL'] }), { feedInType: 'SURPLUS' })).toMatchObject({
    value: false,
    reason: null,
  });
  expect(filled(check({ path, is: 'FULL' }), { feedInType: null })).toMatchObject({
    value: null,
    reason: 'EMPTY',
  });
  expect(filled(check({ path, notEmpty: true }), { feedInType: null })).toMatchObject({
    value: false,
    reason: null,
  });
});

test('a field of which it is unknown whether it applies is reported where that is entered', () => {
  const field = { type: 'text', value: { path: 'project.ownerName' } };
  const ifTenant = { ...field, appliesIf: { path: 'project.isOwner', is: false } };
  expect(filled(ifTenant, { ownerName: 'Erika Schneider', isOwner: null })).toEqual({
    value: null,
    reason: 'EMPTY',
    path: '/isOwner',
  });
  expect(filled({ ...ifTenant, type: 'blank' }, { isOwner: null })).toMatchObject({ reason: null });
  // Without a battery, nothing about it is unknown.
  const ifAc = { ...field, appliesIf: { path: 'battery.coupling', is: 'AC' } };
  const [context] = registrationContexts({ ...house, offer: { ...house.offer, batteries: [] } }, {});
  expect(context && filledField({ ...ifAc, name: 'f', label: 'F' } as FormField, context).missing).toBeNull();
});

test('a field that does not apply stays blank and is not reported, as one for people', () => {
  const field = {
    type: 'text',
    value: { path: 'project.ownerName' },
    appliesIf: { path: 'project.isOwner', is: false },
  };
  const changes = { ownerName: null, isOwner: true };
  expect(filled(field, changes)).toMatchObject({ value: null, reason: null });
  expect(filled(field, { ...changes, isOwner: false })).toMatchObject({ value: null, reason: 'EMPTY' });
  expect(filled({ type: 'blank' })).toMatchObject({ value: null, reason: null });
});
