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

/** Returns the token of the link of an offer. @param rotate replaces the link */
export async function tokenOf(
  url: string,
  { headers }: Pick<OfferCompany, 'headers'>,
  id: string,
  rotate = false,
): Promise<string> {
  const link = await post<{ url: string }>(`${url}/v1/offers/${id}/link`, headers, { rotate });
  return link.url.replace(/^.*\//, '');
}

/** Creates and publishes an offer. The service needs a `PUBLIC_URL`. */
export async function createLinkedOffer(url: string, company: OfferCompany): Promise<LinkedOffer> {
  const { headers, projectId } = company;
  const body = { projectId, additionalCosts: [{ name: 'Pauschal', price: 100 }] };
  const { id } = await createRecord<{ id: string }>(`${url}/v1/offers`, headers, body);
  const { 'content-type': _type, ...withoutBody } = headers;
  await post(`${url}/v1/offers/${id}/publish`, withoutBody);
  return { id, token: await tokenOf(url, company, id) };
}
