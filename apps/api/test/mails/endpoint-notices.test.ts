import { createEndpoints } from '@pv-planning/webhook-delivery';
import { expect, test } from 'vitest';
import { mailAdministration } from '../../src/kernel/mails/mail-administration.ts';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { startReceiver } from '../support/receiver.ts';
import { openTestApi } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';

const { addExampleCompany, database } = await openTestApi({ webhookMaxPauseSeconds: 0 });
const { kysely } = database;
const endpoints = createEndpoints({ kysely, secretKey, allowTargets: ['127.0.0.0/8'] });
const mails = mailAdministration(database, mailContents({ secretKey }));

/** A company with an endpoint whose receiver responds with errors until it is disabled. */
async function companyWithDisabledEndpoint(email: string | null) {
  const { id: companyId, api } = await addExampleCompany();
  await kysely.updateTable('company').set({ email }).where('companyId', '=', companyId).execute();
  const { url, answer } = await startReceiver();
  answer(500);
  const { endpoint } = await endpoints.create({ companyId, url, eventTypes: ['customer.created'] });
  const id = { companyId, endpointId: endpoint.id };
  for (let index = 0; index < 60; index += 1)
    await api.call('createCustomer', { body: { lastName: `Kunde ${index}` } });
  const isDisabled = () => expect.poll(async () => (await endpoints.get(id)).state).toBe('disabled');
  await isDisabled();
  const mailed = async () => (await mails.listMails({ companyId, limit: 10 })).toReversed();
  return { ...id, id, url, isDisabled, mailed };
}

test('a company gets one mail when an endpoint fails repeatedly and one when it is disabled, again after it was enabled', async () => {
  const email = 'buero@sonnendach.example';
  const { id, companyId, endpointId, url, isDisabled, mailed } = await companyWithDisabledEndpoint(email);
  const { host } = new URL(url);
  const about = { webhookEndpointId: endpointId, offerId: null, bookingId: null, to: email };
  const both = [
    { ...about, kind: 'webhook-failing', subject: `Webhooks kommen nicht an: ${host}` },
    { ...about, kind: 'webhook-disabled', subject: `Webhook-Endpunkt abgeschaltet: ${host}` },
  ];
  const [failing = expect.fail(), disabled = expect.fail(), ...others] = await mailed();
  expect([failing, disabled]).toMatchObject(both);
  expect(others).toEqual([]);

  const text = async (mail: { id: string }) =>
    (await mails.findMail({ companyId, id: mail.id }))?.text?.replaceAll('\u00a0', ' ');
  expect(await text(failing)).toMatch(
    /10 Zustellungen in Folge sind fehlgeschlagen\. Der nächste Versuch folgt ab .* Nach 20 Fehlern in Folge/,
  );
  const disabledText = await text(disabled);
  for (const part of [
    'weil 20 Zustellungen in Folge fehlgeschlagen sind',
    `Endpunkt: ${url}\n`,
    'Fehlerhaft seit: ',
    'Letzter Fehler: Der Empfänger hat mit einem Fehlerstatus geantwortet.\n',
    'Technische Meldung: Responded with 500; only 200 to 299 confirms receipt.\n',
    `npm run admin -- webhook enable ${endpointId}\n`,
  ])
    expect(disabledText).toContain(part);
  expect(disabledText).toMatch(/Wartende Ereignisse: [1-9]\d*\n/);

  await endpoints.enable(id);
  await isDisabled();
  expect(await mailed()).toMatchObject([...both, ...both]);
});

test('an endpoint is disabled even if its company has no address for mails', async () => {
  const { mailed } = await companyWithDisabledEndpoint(null);
  expect(await mailed()).toMatchObject([
    { kind: 'webhook-failing', status: 'skipped', to: null },
    { kind: 'webhook-disabled', status: 'skipped', to: null },
  ]);
});
