import { randomBytes } from 'node:crypto';
import { expectStatus, repeated } from '../process/requests.ts';
import { call } from '../records/call.ts';
import { house, offerBody } from '../records/offer-body.ts';
import { addOfferRecords } from '../records/offer-company.ts';
import type { FairnessCase } from './fairness-case.ts';

/** A response has at most 30 MiB of documents, and a template at most 5 MiB. */
const forms = 6;
const pictureBytes = 5_100_000;

/** A template with one page, most of which is a picture that cannot be compressed. */
const template = () =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7
1 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>\nendobj
2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>\nendobj
4 0 obj\n<< /Length ${pictureBytes} >>\nstream\n`),
    randomBytes(pictureBytes),
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);

const insertForms = `
  with operator as (
    insert into grid_operator (company_id, name) values ($1, 'Netz') returning company_id, id
  )
  insert into grid_operator_form
    (company_id, grid_operator_id, position, code, name, phase, applies_to, map, template, page_count)
  select company_id, id, number, 'OTHER', 'Vordruck', 'APPLICATION', 'ALWAYS', $3, $4, 1
  from operator, generate_series(1, $2) as number
  returning id::text, grid_operator_id::text as operator`;

export const largeForms: FairnessCase = {
  name: 'gets 30 MiB of forms again and again',
  async prepare({ postgres, url, busy }) {
    const body = offerBody(await addOfferRecords(url, busy), house);
    const offer = await call(`${url}/v1/offers`, busy.headers, body);
    const values = [busy.companyId, forms, { name: 'Vordruck', fields: [] }, template()];
    const rows = await postgres.sql<{ id: string; operator: string }>(insertForms, values);
    const request = {
      method: 'POST',
      headers: { ...busy.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ networkCarrierId: rows[0]?.operator, documentIds: rows.map(({ id }) => id) }),
    };
    const path = `${url}/v1/offers/${offer.id}/network-carrier-documents`;
    return (signal) => repeated(signal, () => expectStatus([200], path, request));
  },
};
