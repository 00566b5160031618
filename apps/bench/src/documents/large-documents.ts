import { randomBytes } from 'node:crypto';
import { createDataset } from '../api/dataset.ts';
import type { Effort } from '../effort.ts';
import { expectStatus, repeated } from '../fairness/fairness-case.ts';
import { slowest, type Visitor } from '../fairness/visitor.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { inEachGroup, offerBody } from '../offers/bodies.ts';
import { createOfferCompany, createRecord } from '../offers/dataset.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import type { ServerProcess } from '../process/server-process.ts';

/** A response has at most 30 MiB of documents, and a template at most 5 MiB. */
const forms = 6;
const pictureBytes = 5_100_000;

const maxRatio = 3;

/** A template with one page, most of which is a picture that cannot be compressed. */
function template(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${objects.join('')}4 0 obj\n<< /Length ${pictureBytes} >>\nstream\n`),
    randomBytes(pictureBytes),
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

/** Adds a grid operator with large forms to a company. Returns the request that prints them. */
async function requestOfForms(databaseUrl: string, companyId: string) {
  return withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    const operator = await client.query<{ id: string }>(
      `insert into grid_operator (company_id, name) values ($1, 'Netz') returning id::text`,
      [companyId],
    );
    const networkCarrierId = operator.rows[0]?.id;
    const added = await client.query<{ id: string }>(
      `insert into grid_operator_form
          (company_id, grid_operator_id, position, code, name, phase, applies_to, map, template, page_count)
        select $1, $2, number, 'OTHER', 'Vordruck', 'APPLICATION', 'ALWAYS', $4, $5, 1
        from generate_series(1, $3) as number
        returning id::text`,
      [companyId, networkCarrierId, forms, { name: 'Vordruck', fields: [] }, template()],
    );
    return { networkCarrierId, documentIds: added.rows.map(({ id }) => id) };
  });
}

/** Measures small reads of one company while another gets one response of 30 MiB after the other. */
export async function largeDocuments(
  { url }: ServerProcess,
  databaseUrl: string,
  { fairness }: Effort,
): Promise<Figure> {
  const { read } = await createDataset(databaseUrl);
  const visitor: Visitor = {
    url,
    headers: { authorization: `Bearer ${read.apiKey}` },
    path: '/v1/customers?limit=1',
  };
  const company = await createOfferCompany(databaseUrl, url);
  const { headers, companyId } = company;
  const { id } = await createRecord<{ id: string }>(
    `${url}/v1/offers`,
    headers,
    offerBody(company, inEachGroup(1)),
  );
  const body = JSON.stringify(await requestOfForms(databaseUrl, companyId));
  const print = () =>
    expectStatus([200], `${url}/v1/offers/${id}/network-carrier-documents`, {
      method: 'POST',
      headers,
      body,
    });
  await print();
  const idle = () => slowest(visitor, fairness.visits);
  await idle();
  const whilePrinting = async () => {
    const controller = new AbortController();
    const printing = repeated(controller.signal, print);
    const time = await slowest(visitor, fairness.visits, Promise.race([print(), printing]));
    controller.abort();
    await printing;
    return time;
  };
  const readings = await interleave(fairness, { ours: whilePrinting, yardstick: idle, yardstickAgain: idle });
  return figure(
    {
      name: 'documents: p99 of a read while another company gets 30 MiB again and again',
      unit: 'ms',
      better: 'less',
    },
    readings,
    ({ median }) => ({ text: `< ${maxRatio} × idle`, reached: 1 / median < maxRatio }),
  );
}
