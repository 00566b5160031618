import type { Body } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { exampleCompany } = await openTestApi();
const { api, raisedBy } = exampleCompany;

const gable: Body<'createRoof'> = { name: 'Süddach', roofType: 'GABLE', azimuth: 175, tilt: 38 };

async function newProject() {
  return (await api.call('createProject', { body: { customerId: '1001' } })).body;
}

async function newRoof(id: string, body: Partial<Body<'createRoof'>> = {}) {
  const response = await api.call('createRoof', { params: { id }, body: { ...gable, ...body } });
  expect(response.status).toBe(201);
  return response.body;
}

const read = async (id: string) => (await api.call('getProject', { params: { id } })).body;

describe('a roof', () => {
  test('is appended and returned with the ETag of the project, without Location', async () => {
    const { id } = await newProject();
    const first = await newRoof(id);
    const { body: second, headers } = await api.call('createRoof', {
      params: { id },
      body: { ...gable, name: 'A' },
    });
    expect(headers.get('location')).toBeNull();
    const project = await api.call('getProject', { params: { id } });
    expect(headers.get('etag')).toBe(project.headers.get('etag'));
    expect((await read(id)).roofs).toEqual([first, second]);
  });

  test('keeps its position when it is changed', async () => {
    const { id } = await newProject();
    const [first, second] = [await newRoof(id), await newRoof(id)];
    const { body } = await api.call('updateRoof', {
      params: { id, roofId: first.id },
      body: { name: 'Z', obstacles: [{ type: 'CHIMNEY', x: 1, y: 2, width: 0.5, height: 0.5 }] },
    });
    expect((await read(id)).roofs).toEqual([body, second]);
    expect(body.updatedAt > first.updatedAt).toBe(true);
  });

  test('needs an azimuth unless it is flat', async () => {
    const { id } = await newProject();
    const refused = async (body: Body<'createRoof'>) =>
      (await api.call('createRoof', { params: { id }, body })).details;
    for (const roofType of ['GABLE', 'FACADE', 'OTHER'] as const) {
      expect(await refused({ ...gable, roofType, azimuth: null })).toMatchObject([
        { in: 'body', path: '/azimuth' },
      ]);
    }
    const flat = await newRoof(id, { roofType: 'FLAT', azimuth: null });
    const params = { id, roofId: flat.id };
    expect((await api.call('updateRoof', { params, body: { roofType: 'GABLE' } })).details).toMatchObject([
      { path: '/azimuth' },
    ]);
    expect((await api.call('updateRoof', { params, body: { roofType: 'GABLE', azimuth: 0 } })).status).toBe(
      200,
    );
    expect((await api.call('updateRoof', { params, body: { azimuth: null } })).details).toMatchObject([
      { path: '/azimuth' },
    ]);
    expect((await api.call('updateRoof', { params, body: { azimuth: null, roofType: 'FLAT' } })).status).toBe(
      200,
    );
  });

  test.each([
    ['azimuth', 0, 359.99, -0.01, 360],
    ['tilt', 0, 90, -1, 90.1],
    ['shadingLossPercent', 0, 100, -0.1, 100.1],
  ])('%s ranges from %d to %d', async (field, least, most, below, above) => {
    const { id } = await newProject();
    const status = async (value: number) =>
      (await api.call('createRoof', { params: { id }, body: { ...gable, [field]: value } })).status;
    expect([await status(least), await status(most), await status(below), await status(above)]).toEqual([
      201, 201, 400, 400,
    ]);
  });

  test('of another project is not found', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const { id: roofId } = await newRoof(one.id);
    const params = { id: two.id, roofId };
    const never = { id: two.id, roofId: '987654321' };
    expect((await api.call('updateRoof', { params, body: { name: 'x' } })).text).toBe(
      (await api.call('updateRoof', { params: never, body: { name: 'x' } })).text,
    );
    expect((await api.call('deleteRoof', { params })).status).toBe(404);
    expect((await read(one.id)).roofs).toHaveLength(1);
  });

  test('cannot be deleted twice', async () => {
    const { id } = await newProject();
    const [first, second] = [await newRoof(id), await newRoof(id)];
    const params = { id, roofId: first.id };
    expect((await api.call('deleteRoof', { params })).status).toBe(204);
    expect((await api.call('deleteRoof', { params })).status).toBe(404);
    expect((await api.call('updateRoof', { params, body: {} })).status).toBe(404);
    expect((await read(id)).roofs).toEqual([second]);
  });
});

test('a project has at most 200 roofs, even with concurrent requests', async () => {
  const roofs = Array.from({ length: 198 }, () => gable);
  const { body: project } = await api.call('createProject', {
    body: { customerId: '1001', roofs: roofs as never },
  });
  const events = await raisedBy(async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.call('createRoof', { params: { id: project.id }, body: gable })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toBe('too_many_roofs');
  });
  expect(events).toHaveLength(2);
  expect((await read(project.id)).roofs).toHaveLength(200);
  const roofId = String(project.roofs[0]?.id);
  await api.call('deleteRoof', { params: { id: project.id, roofId } });
  expect((await api.call('createRoof', { params: { id: project.id }, body: gable })).status).toBe(201);
});

test("every change to a roof raises project.updated once and updates the project's updatedAt", async () => {
  const project = await newProject();
  const { id } = project;
  let roofId = '';
  let { updatedAt } = project;
  const changes = [
    async () => {
      ({ id: roofId } = await newRoof(id));
    },
    () => api.call('updateRoof', { params: { id, roofId }, body: { tilt: 10 } }),
    () => api.call('deleteRoof', { params: { id, roofId } }),
  ];
  for (const change of changes) {
    const events = await raisedBy(change);
    const after = await read(id);
    expect(after.updatedAt > updatedAt).toBe(true);
    updatedAt = after.updatedAt;
    const data = { id, name: null, customerId: '1001', createdAt: project.createdAt };
    expect(events).toEqual([{ id: expect.any(String), type: 'project.updated', createdAt: updatedAt, data }]);
  }
});

test('a change without effect and a rejected request raise no event', async () => {
  const { id } = await newProject();
  const roof = await newRoof(id);
  const before = await read(id);
  const params = { id, roofId: roof.id };
  const events = await raisedBy(async () => {
    const { obstacles, tilt } = roof;
    await api.call('updateRoof', { params, body: { obstacles, tilt } });
    await api.call('updateRoof', { params, body: {} });
    await api.call('updateRoof', { params, body: { azimuth: null } });
    await api.call('createRoof', { params: { id }, body: { ...gable, azimuth: null } });
    await api.call('deleteRoof', { params: { id, roofId: '987654321' } });
  });
  expect(events).toEqual([]);
  expect(await read(id)).toEqual(before);
});
