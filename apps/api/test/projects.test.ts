import type { Body } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { exampleCompany } = await openTestApi();
const { api, raisedBy } = exampleCompany;

const roof = (name: string) => ({ name, roofType: 'GABLE', azimuth: 180, tilt: 30 }) as const;

async function newProject(body: Partial<Body<'createProject'>> = {}) {
  const response = await api.call('createProject', { body: { customerId: '1001', ...body } });
  expect(response.status).toBe(201);
  return response.body;
}

function eventData({ id, name, customerId, createdAt }: Awaited<ReturnType<typeof newProject>>) {
  return { id, name, customerId, createdAt };
}

test('its lowest design temperature must be below the highest', async () => {
  const expected = [
    {
      in: 'body',
      path: '/designTempMin',
      code: 'contradiction',
      message: 'must be below designTempMax (20 °C)',
    },
  ];
  const body = { customerId: '1001', designTempMin: 20, designTempMax: 20 };
  expect((await api.call('createProject', { body })).details).toEqual(expected);
  const { id } = await newProject({ designTempMin: 0, designTempMax: 20 });
  const update = await api.call('updateProject', { params: { id }, body: { designTempMin: 20 } });
  expect(update.details).toEqual(expected);
});

describe('a new project', () => {
  test('needs only a customer', async () => {
    const project = await newProject();
    expect(project).toMatchObject({
      customerId: '1001',
      name: null,
      state: 'OPEN',
      roofs: [],
      tags: [],
      geo: null,
      address: null,
    });
    expect(project.updatedAt).toBe(project.createdAt);
    expect((await api.call('getProject', { params: { id: project.id } })).body).toEqual(project);
  });

  test('has its roofs with all fields, in the order of the request', async () => {
    const roofs = [
      roof('b'),
      { name: 'a', roofType: 'FLAT', azimuth: null, tilt: 0, obstacles: [], covering: 'GRAVEL' } as const,
      { ...roof('c'), obstacles: [{ type: 'VENT', x: 0, y: 1.5, width: 0.2, height: 0.2 }] } as const,
    ];
    const project = await newProject({ roofs: roofs as never });
    expect(project.roofs.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(project.roofs[0]).toMatchObject({ ...roof('b'), covering: null, obstacles: [], asbestos: null });
    expect(project.roofs[2]?.obstacles).toEqual([{ type: 'VENT', x: 0, y: 1.5, width: 0.2, height: 0.2 }]);
  });

  test('may have at most 200 roofs', async () => {
    const many = Array.from({ length: 200 }, (_, index) => roof(`${index}`));
    const { roofs } = await newProject({ roofs: many as never });
    expect(roofs.map(({ name }) => name)).toEqual(many.map(({ name }) => name));
    const { status, details } = await api.call('createProject', {
      body: { customerId: '1001', roofs: [...many, roof('one more')] as never },
    });
    expect({ status, details }).toMatchObject({
      status: 400,
      details: [{ path: '/roofs', code: 'maxItems' }],
    });
  });

  test('is not created if one of its roofs is invalid', async () => {
    const wrong = { ...roof('b'), azimuth: null };
    const events = await raisedBy(async () => {
      const { status, details } = await api.call('createProject', {
        body: { customerId: '1001', externalId: 'whole', roofs: [roof('a'), wrong] as never },
      });
      expect({ status, details }).toMatchObject({
        status: 400,
        details: [{ in: 'body', path: '/roofs/1/azimuth' }],
      });
    });
    expect(events).toEqual([]);
    const { body } = await api.call('listProjects', { query: { externalId: 'whole' } });
    expect(body.total).toBe(0);
  });
});

describe('a change to a project', () => {
  test('can set any state', async () => {
    const { id } = await newProject();
    for (const state of [
      'ARCHIVED',
      'OPEN',
      'COMPLETED',
      'IN_PLANNING',
      'LOST',
      'OFFERED',
      'ORDERED',
      'IN_INSTALLATION',
    ] as const) {
      const { body } = await api.call('updateProject', { params: { id }, body: { state } });
      expect(body.state).toBe(state);
    }
  });

  test.each(['customerId', 'roofs'])('rejects %s', async (field) => {
    const { id } = await newProject();
    const { status, details } = await api.send('PATCH', `/v1/projects/${id}`, { body: { [field]: '1002' } });
    expect({ status, details }).toMatchObject({ status: 400, details: [{ path: `/${field}` }] });
  });

  test('replaces address, position and tags in full', async () => {
    const { id } = await newProject({
      address: { street: 'a', city: 'b' },
      geo: { latitude: 51, longitude: 10 },
      tags: ['a'],
    });
    const { body } = await api.call('updateProject', {
      params: { id },
      body: { address: { city: 'c' }, geo: { latitude: -90, longitude: 180 }, tags: [] },
    });
    expect(body).toMatchObject({
      address: { street: null, city: 'c', country: 'DE' },
      geo: { latitude: -90, longitude: 180 },
      tags: [],
    });
  });
});

test('lists contain projects without roofs and existing plants unless the request includes them', async () => {
  const project = await newProject({
    existingSystems: [{ type: 'PV', powerKwp: 6.24 }],
    roofs: [roof('a')] as never,
  });
  const { body } = await api.call('listProjects', { query: { limit: 1 } });
  const { roofs: _, existingSystems, ...item } = project;
  expect(body.data).toEqual([item]);
  expect(existingSystems).toEqual([
    {
      type: 'PV',
      powerKwp: 6.24,
      apparentPowerKva: null,
      commissionedOn: null,
      mastrNumber: null,
      eegKey: null,
      meterNumber: null,
    },
  ]);
  const complete = await api.call('listProjects', { query: { limit: 1, include: 'roofs' } });
  expect(complete.body.data).toEqual([project]);
});

test('a deleted project disappears with its roofs and cannot be deleted again', async () => {
  const { id, roofs } = await newProject({ roofs: [roof('a')] as never });
  expect((await api.call('deleteProject', { params: { id } })).status).toBe(204);
  expect((await api.call('deleteProject', { params: { id } })).status).toBe(404);
  expect((await api.call('getProject', { params: { id } })).status).toBe(404);
  expect((await api.call('deleteRoof', { params: { id, roofId: String(roofs[0]?.id) } })).status).toBe(404);
  expect((await api.call('getCustomer', { params: { id: '1001' } })).status).toBe(200);
});

describe('events of projects', () => {
  test('project.created is raised once, even with several roofs', async () => {
    let project = {} as Awaited<ReturnType<typeof newProject>>;
    const events = await raisedBy(async () => {
      project = await newProject({ name: 'Haus', notes: 'secret', roofs: [roof('a'), roof('b')] as never });
    });
    expect(events).toEqual([
      {
        id: expect.any(String),
        type: 'project.created',
        createdAt: project.createdAt,
        data: eventData(project),
      },
    ]);
  });

  test('project.updated has the key fields after the change', async () => {
    const { id } = await newProject({ name: 'Haus' });
    const body = { name: 'Neu', notes: 'a' };
    const events = await raisedBy(() => api.call('updateProject', { params: { id }, body }));
    const { body: project } = await api.call('getProject', { params: { id } });
    expect(events).toEqual([
      {
        id: expect.any(String),
        type: 'project.updated',
        createdAt: project.updatedAt,
        data: eventData(project),
      },
    ]);
  });

  test('project.deleted is the only event of a deletion and contains the last values', async () => {
    const project = await newProject({ roofs: [roof('a')] as never });
    await api.call('updateProject', { params: { id: project.id }, body: { name: 'Zuletzt' } });
    const events = await raisedBy(() => api.call('deleteProject', { params: { id: project.id } }));
    expect(events).toMatchObject([
      { type: 'project.deleted', data: { ...eventData(project), name: 'Zuletzt' } },
    ]);
  });

  test('are not raised by rejected requests', async () => {
    const { id } = await newProject({ externalId: 'taken' });
    const params = { id };
    const events = await raisedBy(async () => {
      await api.call('createProject', { body: { customerId: '1001', externalId: 'taken' } });
      await api.call('createProject', { body: { customerId: '987654321' } });
      await api.call('updateProject', { params, body: { plannerId: 'nobody', name: 'x' } });
      await api.call('updateProject', { params, body: { name: 'x' }, headers: { 'If-Match': '"other"' } });
      await api.call('deleteProject', { params, headers: { 'If-Match': '"other"' } });
    });
    expect(events).toEqual([]);
  });
});
