import { createRecord, type OfferCompany } from '../offers/dataset.ts';

/** A published offer and the token of its link. */
export interface LinkedOffer {
  id: string;
  token: string;
}

async function post<T>(url: string, headers: Record<string, string>, body?: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status !== 200) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Creates and publishes an offer. The service needs a `PUBLIC_URL`. */
export async function createLinkedOffer(url: string, company: OfferCompany): Promise<LinkedOffer> {
  const { headers, projectId } = company;
  const body = { projectId, additionalCosts: [{ name: 'Pauschal', price: 100 }] };
  const { id } = await createRecord<{ id: string }>(`${url}/v1/offers`, headers, body);
  const { 'content-type': _type, ...withoutBody } = headers;
  await post(`${url}/v1/offers/${id}/publish`, withoutBody);
  const link = await post<{ url: string }>(`${url}/v1/offers/${id}/link`, headers, {});
  return { id, token: link.url.replace(/^.*\//, '') };
}
